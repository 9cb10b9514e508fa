"""Moves of a sending: it is paused, continued or cancelled until its last mail is sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kit.database import Tx
from kit.workflow import Confirm, Move, Step, Workflow
from support.mail import sendings
from support.mail.attributes import SENDING_STATES
from support.mail.model import mail_sending
from support.mail.policy import everything, not_ones_own, sends

_PATH = "/emailTemplates/sendings/{id}"


def _hold(tx: Tx, step: Step) -> None:
    sendings.hold(tx, step.row["id"])


def _withdraw(tx: Tx, step: Step) -> Mapping[str, Any]:
    return sendings.withdraw(tx, step.row["id"])


SENDINGS = Workflow(
    name="mailSending",
    column=mail_sending.c.state,
    states=SENDING_STATES,
    scope=everything,
    moves=(
        Move(
            name="pause",
            title="Pause",
            source=("queued", "sending"),
            target="paused",
            who=sends,
            when=not_ones_own,
            path=f"{_PATH}/pause",
            effect=_hold,
            done="Sending {id} is paused",
        ),
        Move(
            name="continue",
            title="Continue",
            source=("paused",),
            target="queued",
            who=sends,
            when=not_ones_own,
            path=f"{_PATH}/continue",
            style="primary",
            done="Sending {id} continues within a minute",
        ),
        Move(
            name="cancel",
            title="Cancel sending",
            source=("queued", "sending", "paused"),
            target="cancelled",
            who=sends,
            when=not_ones_own,
            path=f"{_PATH}/cancel",
            effect=_withdraw,
            style="danger",
            confirm=Confirm(
                "Cancel this sending?",
                "Mails that have not been sent will not be sent. Mails that were sent are not affected.",
                yes="Cancel sending",
                no="Keep the sending",
            ),
            done="Sending {id} is cancelled",
        ),
    ),
)
"""`sending` and `done` have no moves: the portions set them (`sendings.py`)."""
