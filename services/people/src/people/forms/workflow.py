"""States of a form: draft, published, retired. Each publication creates a version."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kit.database import Tx
from kit.policy import Actor, Row, reading
from kit.workflow import Confirm, Move, Step, Workflow
from people.forms import rules, versions
from people.forms.model import form
from people.forms.policy import OF_OFFICE
from people.policy import OFFICE


def _check(tx: Tx, step: Step) -> None:
    versions.check_complete(step.row)


def _publish(tx: Tx, step: Step) -> Mapping[str, Any]:
    return {"version_id": versions.publish(tx, step.row), "draft_changed": False}


@reading("generation", "draft_changed")
def _has_news(row: Row, _: Actor) -> str | None:
    if row["generation"] == 1:
        return "A form of version 1 cannot be published again; please copy it"
    return None if row["draft_changed"] else "Nothing has changed since it was published"


FORM_MOVES = Workflow(
    name="formRecord",
    column=form.c.status,
    states=rules.FORM_STATES,
    scope=OF_OFFICE,
    moves=(
        Move(
            name="publish",
            title="Publish",
            source=("draft", "published"),
            target="published",
            who=OFFICE,
            style="primary",
            done="{title} published",
            path="/form/{id}/publish",
            check=_check,
            effect=_publish,
            when=_has_news,
            alone=True,
            confirm=Confirm(
                "Publish {title}?",
                "New entries use this version. Entries that are begun keep the version they began with.",
                yes="Publish form",
            ),
        ),
        Move(
            name="retire",
            title="Retire",
            source=("published",),
            target="retired",
            who=OFFICE,
            style="danger",
            done="{title} retired",
            path="/form/{id}/retire",
            confirm=Confirm(
                "Retire {title}?",
                "Nobody can fill it in from now on. Its entries stay.",
                yes="Retire form",
                no="Keep form",
            ),
        ),
        Move(
            name="republish",
            title="Use again",
            source=("retired",),
            target="published",
            who=OFFICE,
            done="{title} is in use again",
            path="/form/{id}/republish",
        ),
    ),
)
