"""Parts of an error report beyond its fields."""

from __future__ import annotations

from typing import Any, TypedDict

from kit.values.schemas import Moment
from support.errors.attributes import FAULT


class Reporter(TypedDict):
    """The person who met the fault."""

    id: int
    name: str


@FAULT.part("affected", "reports", "firstReported")
class ReportParts(TypedDict):
    """The parts of a report beyond its fields; `version` is of the app. `affected` are the people who met its fault."""

    user: Reporter | None
    date: Moment
    version: str
    headers: Any
    request: Any
    response: Any
    faultId: int
