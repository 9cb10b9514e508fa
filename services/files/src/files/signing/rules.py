"""Texts and limits of signatures."""

from __future__ import annotations

import datetime as dt

from kit.values.first_few import first_names

WORDS = "I have read and understood this document"
"""The sentence that people sign."""
MAX_NOTE = 200
MOST_USERS = 500
TERM = dt.timedelta(days=14)
"""The time for signing a new version if the administrator names no day."""

NOBODY = "Please choose people or a role"
NO_ONE_HAS = "Nobody who can sign in has this role"
PAST = "Please choose today or a later day"
HIDDEN = "This file is hidden from its readers. Make it visible before you ask anybody to sign it."
NOT_ASKED = "Nobody asked you to sign this document"
NOT_OPENED = "Open the document before you sign it"
UNKNOWN = "There is no such user"


def newer(number: int) -> str:
    """Return the refusal of a signature under an earlier version than `number`."""
    return f"There is a newer version, {number}. Read it and sign that one."


def lacking(names: list[str]) -> str:
    """Return the refusal of a request to people without access to the document."""
    have = "has" if len(names) == 1 else "have"
    return f"{first_names(names)} {have} no access to the folder of this document. Give them access first."
