"""The effect of a move that is refused in a closed period."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from typing import Any

from finance.periods.closing import refuse_closed
from kit.database import Tx
from kit.workflow import Step


def open_on(day: Callable[[Step], dt.date | None]) -> Callable[[Tx, Step], Mapping[str, Any]]:
    """An effect that refuses the move where `day` lies in the closed period of the record's organisation."""

    def effect(tx: Tx, step: Step) -> Mapping[str, Any]:
        refuse_closed(tx, step.row["organisation_id"], day(step))
        return {}

    return effect


PAID_DATE = open_on(lambda step: step.body["paidDate"])
"""Of a move that asks for the day of the payment."""
