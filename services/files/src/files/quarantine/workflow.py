"""The release of a file with a false finding."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from files.documents.model import WAITING as UNREAD
from files.documents.model import file_reading
from files.scanning.attributes import FOUND, RELEASED, STATES, WAITING
from files.scanning.model import quarantine
from kit.database import Tx
from kit.policy import Scope, sys_admin
from kit.values import Text
from kit.workflow import Confirm, Move, Need, Step, Workflow

SCOPE = Scope(everything=sys_admin)


def _read_again(tx: Tx, step: Step) -> Mapping[str, Any]:
    """Enqueue the preview: nothing could read the file before."""
    values = {"state": UNREAD, "reason": "", "tries": 0, "next_try": sa.func.now()}
    tx.execute(sa.update(file_reading).where(file_reading.c.object_key == step.row["object_key"]).values(**values))
    return {}


RELEASE = Workflow(
    name="quarantine",
    table=quarantine,
    column=quarantine.c.state,
    states=STATES,
    scope=SCOPE,
    moves=[
        Move(
            name="release",
            title="Release",
            source=(WAITING, FOUND),
            target=RELEASED,
            who=sys_admin,
            path="/quarantine/{id}/release",
            needs=[
                Need("reason", Text(required=True, max_length=500), "Reason of the release", quarantine.c.reason),
            ],
            confirm=Confirm(
                title="Release file?",
                text="Everybody who sees the file can open {file} then.",
                yes="Release",
                no="Keep in quarantine",
            ),
            effect=_read_again,
            done="{file} is released",
            style="danger",
            alone=True,
        ),
    ],
)
"""Only a false finding is released; an infected file is deleted where it is."""
