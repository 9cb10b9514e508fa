"""States of an entry: draft, received, in review, accepted, or returned with a reason."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from dateutil.relativedelta import relativedelta

from kit.database import Tx, row_or_404
from kit.errors import Conflict, Invalid
from kit.policy import Actor, Attach, Row, Scope, me, reading
from kit.values import Text
from kit.values.days import today
from kit.workflow import Confirm, Move, Need, Step, Workflow
from people.compliance import missing
from people.entries import filling, notices, signers
from people.entries.about import About
from people.entries.links import mailing
from people.entries.values import checking, choices
from people.entries.values.evaluation import Evaluation
from people.forms import rules
from people.forms.model import form, form_entry, form_request
from people.forms.policy import ENTRIES, FILLS, REVIEWS
from people.pipeline import facts
from people.policy import OFFICE, STAFF
from people.requirements import received
from people.requirements.measures import KINDS

_e, _r = form_entry.c, form_request.c
_NO_ADDRESS = (
    "Somebody without an account filled this form in and left no email address, so that nobody would read the reason. "
    "Please make a new link for them."
)
_REQUIRED_OF = frozenset(str(kind.value) for kind in KINDS)


def _evaluation(tx: Tx, row: Row) -> Evaluation:
    read, raw, _ = filling.version_of(tx.connection, row["version_id"])
    read = choices.definition_of(tx.connection, raw, read)
    return Evaluation(read, row["answers"], STAFF(tx.actor), today())


def _check(tx: Tx, step: Step) -> None:
    """Raise Invalid with the text of every fault, Conflict if the form is no longer in use."""
    status = tx.scalar(sa.select(form.c.status).where(form.c.id == step.row["form_id"]))
    if status != "published":
        raise Conflict(rules.RETIRED, code="not_published")
    evaluation = _evaluation(tx, step.row)
    problems = checking.problems(
        evaluation,
        step.row["signatures"],
        lambda entry: filling.signs(tx.connection, tx.actor, step.row, entry),
    )
    if problems:
        raise Invalid(rules.CHECK_ERRORS, title=rules.FORM_ERRORS, fields=problems, code="form_errors")


def _submit(tx: Tx, step: Step) -> Mapping[str, Any]:
    row = step.row
    filling.answer_requests(tx, row["form_id"], About(row["about_kind"], row["about_id"]), row["id"])
    values = sent_values(_evaluation(tx, step.row), step.row)
    sent(tx, {**step.row, **values})
    return values


def sent(tx: Tx, row: Row) -> None:
    """Notify the office of a sent entry, and the persons who must sign it."""
    settle(tx, row)
    tell_office(tx, row)
    if row["awaited"]:
        signers.ask(tx, row)


def settle(tx: Tx, row: Row) -> None:
    """Close the request of an entry that is sent and signed. Once the entry is accepted, note that its record has the
    form."""
    if not row["awaited"]:
        asked = sa.and_(_r.status == "open", _r.entry_id == row["id"])
        tx.execute(sa.update(form_request).where(asked).values(status="done", version=_r.version + 1))
    if row["status"] == "accepted":
        receive_entry(tx, row)


def sent_values(evaluation: Evaluation, row: Row) -> dict[str, Any]:
    """Return the columns of an entry that is sent now."""
    settings = evaluation.definition.settings
    answers = checking.final(evaluation)
    signatures = row["signatures"] if row["answers"] == answers or row["status"] == "draft" else _own(row)
    waiting = filling.awaited(evaluation, signatures)
    accepted = not settings.get("reviewed") and not waiting
    months = settings.get("retainMonths")
    return {
        "status": "accepted" if accepted else "received",
        "answers": answers,
        "signatures": signatures,
        "awaited": waiting,
        "submitted": dt.datetime.now(dt.UTC),
        "reason": "",
        "delete_after": today() + relativedelta(months=months) if months else None,
    }


def _own(row: Row) -> dict[str, Any]:
    """Return only the signatures of the person who filled in the form: those of others were for other answers."""
    return {name: one for name, one in row["signatures"].items() if one.get("by") == row["filled_by"]}


def receive_entry(tx: Tx, row: Row) -> None:
    """Note that the record has the form, which satisfies its requirements and checklist steps."""
    kind, record = row["about_kind"], row["about_id"]
    if not kind or record is None:
        return
    received.receive(tx, row["form_id"], kind, record, row["id"])
    _evaluate(tx, kind, record)


def withdraw_entry(tx: Tx, row: Row) -> None:
    """Note that the record no longer has the form by this entry, which was returned or deleted."""
    kind, record = row["about_kind"], row["about_id"]
    if not kind or record is None:
        return
    mine = (_e.form_id == row["form_id"], _e.about_kind == kind, _e.about_id == record)
    other = sa.select(_e.id).where(*mine, _e.id != row["id"], _e.status == "accepted").order_by(_e.id.desc()).limit(1)
    received.withdraw(tx, row["form_id"], kind, record, tx.scalar(other))
    _evaluate(tx, kind, record)


def _evaluate(tx: Tx, kind: str, record: int) -> None:
    if kind in _REQUIRED_OF:
        missing.evaluate_record(tx.connection, kind, record)


def tell_office(tx: Tx, row: Row) -> None:
    """Notify the roles that the form names."""
    of_form = row_or_404(tx.connection, sa.select(form.c.title, form.c.generation).where(form.c.id == row["form_id"]))
    by = row["filled_name"] or "Somebody outside"
    about = f" about {row['about_name']}" if row["about_name"] else ""
    notices.tell(
        tx,
        row["id"],
        notices.ENTRY,
        f"{of_form['title']} received",
        f"From {by}{about}",
        notices.screen(of_form["generation"], row["id"]),
        roles=row["reader_roles"],
    )


def _tell_filler(tx: Tx, row: Row, title: str, text: str, mail: str) -> None:
    """Notify the person who filled in an entry of its review: by a notice, or outside persons by mail."""
    if row["filled_by"] is None:
        mailing.mail_entry(tx, mail, row)
        return
    of_form = row_or_404(tx.connection, sa.select(form.c.title, form.c.generation).where(form.c.id == row["form_id"]))
    target = notices.screen(of_form["generation"], row["id"])
    notices.tell(tx, row["id"], notices.ASKED, title.format(of_form["title"]), text, target, users=[row["filled_by"]])


def _accept(tx: Tx, step: Step) -> Mapping[str, Any]:
    settle(tx, {**step.row, "status": "accepted"})
    _tell_filler(tx, step.row, "{} accepted", "Thank you", mailing.ACCEPTED)
    return {}


def _return(tx: Tx, step: Step) -> Mapping[str, Any]:
    """Return an entry: its record no longer has the form, and its request is open again."""
    row = step.row
    withdraw_entry(tx, row)
    asked = sa.and_(_r.status == "done", _r.entry_id == row["id"])
    tx.execute(sa.update(form_request).where(asked).values(status="open", version=_r.version + 1))
    _tell_filler(tx, row, "Please correct: {}", step.body.get("reason") or "", mailing.RETURNED)
    return {"awaited": []}


def _check_return(tx: Tx, step: Step) -> None:
    """Raise Conflict if nobody can be reached."""
    if step.row["filled_by"] is None and not step.row["filled_email"]:
        raise Conflict(_NO_ADDRESS, code="no_address")


def _follow(tx: Tx, row: Row) -> None:
    """Move the enrolment of the student of an entry once it is accepted."""
    if row["about_kind"] == "student" and row["about_id"] is not None:
        facts.refresh(tx, {row["about_id"]})


@reading("awaited")
def _unsigned(row: Row, _: Actor) -> str | None:
    if not row["awaited"]:
        return None
    return f"The signature of the {' and the '.join(row['awaited'])} is missing"


ENTRY_MOVES = Workflow(
    name="formEntry",
    column=_e.status,
    states=rules.ENTRY_STATES,
    scope=ENTRIES,
    attach=Attach(Scope(everything=OFFICE, own={"user": _e.filled_by == me("user")}), _e.status != "accepted"),
    after=_follow,
    moves=(
        Move(
            name="submit",
            title="Send",
            source=("draft", "returned"),
            target="received",
            other_targets=("accepted",),
            who=FILLS,
            style="primary",
            done="Form sent",
            path="/form/entry/{id}/submit",
            check=_check,
            effect=_submit,
            alone=True,
        ),
        Move(
            name="review",
            title="Begin review",
            source=("received",),
            target="inReview",
            who=REVIEWS,
            done="Review begun",
            path="/form/entry/{id}/review",
            signs="reviewed",
        ),
        Move(
            name="accept",
            title="Accept",
            source=("received", "inReview"),
            target="accepted",
            who=REVIEWS,
            style="primary",
            done="Form accepted",
            path="/form/entry/{id}/accept",
            when=_unsigned,
            signs="reviewed",
            effect=_accept,
        ),
        Move(
            name="return",
            title="Return",
            source=("received", "inReview"),
            target="returned",
            who=REVIEWS,
            style="danger",
            done="Form returned",
            path="/form/entry/{id}/return",
            signs="reviewed",
            needs=(Need("reason", Text(required=True, min_length=10, max_length=500), "Reason", _e.reason),),
            confirm=Confirm(
                "Return this form?",
                "The person who filled it in reads the reason and sends it again.",
                yes="Return form",
                no="Keep form",
            ),
            check=_check_return,
            effect=_return,
        ),
        Move(
            name="reopen",
            title="Review again",
            source=("accepted",),
            target="inReview",
            who=REVIEWS,
            done="Review begun again",
            path="/form/entry/{id}/reopen",
        ),
    ),
)
