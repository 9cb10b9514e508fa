"""Texts of incoming mails about a record: `support.mail.answered` and `support.mail.bounced`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def words_of(mail: Mapping[str, Any]) -> str:
    """Return the subject and the text of an answer, and the names of its files."""
    lines = [mail["subject"], mail["words"]]
    if mail["files"]:
        lines.append(f"Files: {', '.join(one['name'] for one in mail['files'])}")
    if mail["refusedFiles"]:
        lines.append(f"Not kept: {', '.join(mail['refusedFiles'])}. Please ask for them in another form.")
    return "\n".join(line for line in lines if line).strip()


def came_back(address: str, reason: str) -> str:
    """Return the sentence that mail to an address bounced, with the next step."""
    why = f": {reason.rstrip('.')}" if reason else ""
    return f"Email to {address} came back{why}. Correct the address, or telephone."
