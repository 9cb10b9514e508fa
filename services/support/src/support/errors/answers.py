"""Parts of an error report besides its fields."""

from __future__ import annotations

from typing import Any, TypedDict

from kit.values.schemas import Moment
from support.errors.attributes import FAULT


class Reporter(TypedDict):
    """A person affected by the fault."""

    id: int
    name: str


@FAULT.part("affected", "reports", "firstReported")
class ReportParts(TypedDict):
    """The parts of a report besides its fields; `version` is the version of the app. `affected` are the people who
    reported its fault."""

    user: Reporter | None
    date: Moment
    version: str
    headers: Any
    request: Any
    response: Any
    faultId: int
