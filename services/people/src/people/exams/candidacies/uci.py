"""Unique candidate identifiers, and names in the form of the boards.

An identifier has 13 characters: five of the centre, 0 (B for a centre abroad), two of the year, four of a number, and a
check letter. The letter follows from the remainder of a weighted sum. Setup has the table of letters, because the
boards publish only two examples.
"""

from __future__ import annotations

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Invalid
from people.exams.candidacies.attributes import LONGEST_NAME
from people.exams.candidacies.model import exam_uci_letter

_FIRST_WEIGHT, _MODULUS = 16, 17
_ABROAD = "B"
WRONG_UCI = "Please check the UCI: it has 12 digits and a letter"
WRONG_LETTER = "Please check the UCI: its last letter does not fit the digits"


def remainder(uci: str) -> int | None:
    """Return the remainder that decides the check letter: the digits times 16, 15 ... 5, their sum modulo 17. None for
    a centre abroad, because the value of its B is not published. Raises Invalid if the text is not an identifier."""
    digits, letter = uci[:5] + uci[6:12], uci[12:]
    if len(uci) != 13 or not letter.isalpha() or not digits.isdecimal() or uci[5].upper() not in ("0", _ABROAD):
        raise Invalid(WRONG_UCI, fields={"uci": WRONG_UCI})
    if uci[5] != "0":
        return None
    return sum(int(digit) * (_FIRST_WEIGHT - place) for place, digit in enumerate(uci[:12])) % _MODULUS


def check(tx: Tx, uci: str) -> None:
    """Refuse an identifier whose check letter is wrong; one whose letter is unknown passes. Raises Invalid."""
    if not uci:
        return
    known = sa.select(exam_uci_letter.c.letter).where(exam_uci_letter.c.remainder == remainder(uci))
    letter = tx.scalar(known)
    if letter and letter.upper() != uci[12].upper():
        raise Invalid(WRONG_LETTER, fields={"uci": WRONG_LETTER})


def letter_state(column: sa.ColumnElement[str]) -> sa.ColumnElement[str]:
    """Return `checked` for an identifier whose letter is known, since `check` verified it; `unchecked` for another; an
    empty string without an identifier."""
    total = sum(
        (sa.cast(sa.func.substr(column, place + 1, 1), sa.Integer) * (_FIRST_WEIGHT - place) for place in range(12)),
        start=sa.literal(0),
    )
    known = sa.exists().where(exam_uci_letter.c.remainder == total % _MODULUS, exam_uci_letter.c.letter != "")
    is_usual = column.regexp_match("^[0-9]{5}0[0-9]{6}[A-Za-z]$")
    return sa.case(
        (sa.func.coalesce(column, "") == "", ""), (~is_usual, "unchecked"), (known, "checked"), else_="unchecked"
    )


def boards_name(last: str, first: str) -> str:
    """Return a name as the files of the boards have it: `LOVELACE: ADA`, at most 40 characters. A name without
    forenames ends with the colon."""
    return f"{last.strip().upper()}: {first.strip().upper()}".strip()[:LONGEST_NAME].strip()
