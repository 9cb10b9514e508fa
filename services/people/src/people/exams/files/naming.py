"""The names of the boards' files: `dcccccbb.Xnn`, that is type, centre (or series and year), board and sequence."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NAME = re.compile(r"([a-z])(\w{5})(\w{2})\.x(\d\d)", re.IGNORECASE)
KINDS = {
    "S": "syllabuses",
    "O": "options",
    "C": "components",
    "L": "links",
    "D": "disallowed",
    "E": "entries",
    "A": "amendments",
    "F": "forecasts",
    "M": "coursework",
    "R": "results",
    "K": "answers",
}
"""Types of the format, by letter. `K` is ours: the format has no acknowledgement, and boards answer on paper."""
SPREADSHEET = "spreadsheet"


@dataclass(frozen=True)
class FileName:
    """A name of the format: the letter of the type, centre or series, the identifier of the board, the sequence."""

    letter: str
    centre: str
    board: str
    sequence: int


def read(name: str) -> FileName | None:
    """Return the parts of a name, or None if it is not of the format. Names are case insensitive."""
    match = _NAME.fullmatch(name.strip())
    if match is None or match[1].upper() not in KINDS:
        return None
    return FileName(match[1].upper(), match[2].upper(), match[3].upper(), int(match[4]))


def name_of(letter: str, centre: str, board: str, sequence: int) -> str:
    """Return the name of a file, with the last two digits of its sequence."""
    return f"{letter}{centre:0>5}{board:0>2}.X{sequence % 100:02}"
