"""Refusals of files that are of their stated kind but cannot be accepted. Each names the file, its fault and the next
step."""

from __future__ import annotations

from kit.errors import Invalid, TooLarge


def encrypted(name: str) -> Invalid:
    """Return the refusal of a file that needs a password."""
    text = f"{name} is protected by a password. Remove the password and upload it again."
    return Invalid(text, code="file_encrypted", field="file")


def unreadable(name: str) -> Invalid:
    """Return the refusal of a file that is truncated or inconsistent."""
    text = f"{name} cannot be read: it is damaged or incomplete. Open it, save it again and upload the new file."
    return Invalid(text, code="file_unreadable", field="file")


def too_many_pixels(name: str, width: int, height: int, most: int) -> TooLarge:
    """Return the refusal of a picture of more than `most` pixels."""
    text = (
        f"{name} has {width * height:,} pixels ({width:,} × {height:,}), and at most {most:,} are taken. "
        "Make it smaller and upload it again."
    )
    return TooLarge(text, code="too_many_pixels", field="file")
