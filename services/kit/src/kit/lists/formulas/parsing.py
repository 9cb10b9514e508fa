"""The parser of formulas and their syntax tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kit.lists.formulas.tokens import FormulaError, Token, tokens

DEEPEST = 20
"""Maximum levels of nesting."""


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the syntax tree, with its position in the formula."""

    position: int


@dataclass(frozen=True, slots=True)
class Literal(Node):
    """A number (as written), a text, or a boolean."""

    kind: str
    value: Any


@dataclass(frozen=True, slots=True)
class Read(Node):
    """A column, by its name or, in brackets, by its title."""

    name: str


@dataclass(frozen=True, slots=True)
class Operation(Node):
    """An operator, a sign or a word (`and`, `or`, `not`, `negative`), with its operands."""

    sign: str
    parts: Sequence[Node]


@dataclass(frozen=True, slots=True)
class Function(Node):
    """A function call with its arguments."""

    name: str
    arguments: Sequence[Node]


_COMPARISONS = ("=", "<>", "!=", "<", "<=", ">", ">=")
_WORDS = {"true": True, "yes": True, "false": False, "no": False}


def parse(formula: str) -> Node:
    """Read a formula. Raises FormulaError."""
    parser = _Parser(tokens(formula))
    node = parser.read_or()
    rest = parser.now
    if rest.kind != "end":
        raise FormulaError(f"Please put a sign or an operator before {rest.text or 'this text'}", rest.position)
    return node


class _Parser:
    """Recursive descent in the order of precedence: or, and, not, comparison, + and -, * and /, sign."""

    def __init__(self, listed: Sequence[Token]) -> None:
        self._tokens = listed
        self._place = 0
        self._depth = 0

    @property
    def now(self) -> Token:
        return self._tokens[self._place]

    def _next(self) -> Token:
        token = self.now
        self._place += 1
        return token

    def _is_word(self, word: str) -> bool:
        return self.now.kind == "name" and self.now.text.lower() == word

    def _is_sign(self, *signs: str) -> bool:
        return self.now.kind == "sign" and self.now.text in signs

    def _enter(self) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise FormulaError(f"A formula is nested at most {DEEPEST} levels deep", self.now.position)

    def read_or(self) -> Node:
        self._enter()
        parts = [self._read_and()]
        start = parts[0].position
        while self._is_word("or"):
            self._next()
            parts.append(self._read_and())
        self._depth -= 1
        return parts[0] if len(parts) == 1 else Operation(start, "or", parts)

    def _read_and(self) -> Node:
        parts = [self._read_not()]
        while self._is_word("and"):
            self._next()
            parts.append(self._read_not())
        return parts[0] if len(parts) == 1 else Operation(parts[0].position, "and", parts)

    def _read_not(self) -> Node:
        if not self._is_word("not"):
            return self._read_comparison()
        token = self._next()
        self._enter()
        node = Operation(token.position, "not", [self._read_not()])
        self._depth -= 1
        return node

    def _read_comparison(self) -> Node:
        left = self._read_sum()
        if not self._is_sign(*_COMPARISONS):
            return left
        token = self._next()
        node = Operation(token.position, "<>" if token.text == "!=" else token.text, [left, self._read_sum()])
        if self._is_sign(*_COMPARISONS):
            raise FormulaError("Please join two comparisons by `and`", self.now.position)
        return node

    def _read_sum(self) -> Node:
        left = self._read_product()
        while self._is_sign("+", "-"):
            token = self._next()
            left = Operation(token.position, token.text, [left, self._read_product()])
        return left

    def _read_product(self) -> Node:
        left = self._read_signed()
        while self._is_sign("*", "/"):
            token = self._next()
            left = Operation(token.position, token.text, [left, self._read_signed()])
        return left

    def _read_signed(self) -> Node:
        if not self._is_sign("-", "+"):
            return self._read_single()
        token = self._next()
        self._enter()
        part = self._read_signed()
        self._depth -= 1
        return Operation(token.position, "negative", [part]) if token.text == "-" else part

    def _read_single(self) -> Node:
        token = self._next()
        if token.kind in ("number", "text"):
            return Literal(token.position, token.kind, token.text)
        if token.kind == "column":
            return Read(token.position, token.text)
        if token.kind == "name":
            if self._is_sign("("):
                self._next()
                return Function(token.position, token.text, self._read_arguments())
            if token.text.lower() in _WORDS:
                return Literal(token.position, "boolean", _WORDS[token.text.lower()])
            return Read(token.position, token.text)
        if token.kind == "sign" and token.text == "(":
            node = self.read_or()
            self._close()
            return node
        if token.kind == "end":
            self._place -= 1
            raise FormulaError("The formula ends too early: a column, a number or a text is missing", token.position)
        raise FormulaError(f"Please put a column, a number or a text before {token.text}", token.position)

    def _read_arguments(self) -> list[Node]:
        arguments: list[Node] = []
        if self._is_sign(")"):
            self._next()
            return arguments
        arguments.append(self.read_or())
        while self._is_sign(","):
            self._next()
            arguments.append(self.read_or())
        self._close()
        return arguments

    def _close(self) -> None:
        if not self._is_sign(")"):
            raise FormulaError("A closing bracket ) is missing", self.now.position)
        self._next()
