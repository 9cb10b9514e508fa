"""Tokens of a formula."""

from __future__ import annotations

import re
from dataclasses import dataclass

LONGEST = 500
"""Maximum length of a formula."""
MOST_DIGITS = 12
"""Maximum digits of a number on either side of its point."""


class FormulaError(Exception):
    """A formula that cannot be computed: the text for its author, and the position of the fault, from 0."""

    def __init__(self, text: str, position: int) -> None:
        super().__init__(text)
        self.text = text
        self.position = position


@dataclass(frozen=True, slots=True)
class Token:
    """A token at a position: `number`, `text`, `name`, `column` (in brackets), `sign` or `end`."""

    kind: str
    text: str
    position: int


_NUMBER = re.compile(r"[0-9]+(\.[0-9]+)?|\.[0-9]+")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_SIGN = re.compile(r"<=|>=|<>|!=|[-+*/(),=<>]")
_TEXT = re.compile(r'"((?:[^"]|"")*)"')
_COLUMN = re.compile(r"\[([^\[\]]*)\]")
_KINDS = (("number", _NUMBER), ("name", _NAME), ("text", _TEXT), ("column", _COLUMN), ("sign", _SIGN))


def tokens(formula: str) -> list[Token]:
    """Split a formula into its tokens, followed by an `end`. Raises FormulaError."""
    if len(formula) > LONGEST:
        raise FormulaError(f"A formula has at most {LONGEST} characters", LONGEST)
    if not formula.isprintable() and any(not sign.isprintable() and not sign.isspace() for sign in formula):
        place = next(n for n, sign in enumerate(formula) if not sign.isprintable() and not sign.isspace())
        raise FormulaError("This character has no place in a formula", place)
    place, listed = 0, []
    while place < len(formula):
        if formula[place].isspace():
            place += 1
            continue
        token = _token(formula, place)
        listed.append(token[0])
        place = token[1]
    return [*listed, Token("end", "", len(formula))]


def _token(formula: str, place: int) -> tuple[Token, int]:
    """Return the token at a position, and the position after it."""
    for kind, pattern in _KINDS:
        match = pattern.match(formula, place)
        if match is None:
            continue
        text = match[1].replace('""', '"') if kind == "text" else match[1].strip() if kind == "column" else match[0]
        if kind == "number" and any(len(part) > MOST_DIGITS for part in text.split(".")):
            raise FormulaError(f"A number has at most {MOST_DIGITS} digits", place)
        return Token(kind, text, place), match.end()
    if formula[place] == '"':
        raise FormulaError("This text has no end: a text is written between two quotes", place)
    if formula[place] == "[":
        raise FormulaError("This column has no end: its title is written between [ and ]", place)
    raise FormulaError(f"{formula[place]} has no place in a formula", place)
