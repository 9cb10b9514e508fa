"""Answers to calls about quarantine besides the declared ones."""

from __future__ import annotations

from typing import TypedDict

from files.scanning.attributes import QUARANTINE
from kit.values.schemas import Moment


@QUARANTINE.answer
class QuarantineParts(TypedDict):
    """The name of the file, its id, its uploader, and when it came."""

    file: str
    fileId: int
    uploadedBy: str
    created: Moment
