"""Mail of an approved report to the family: its PDF to the student's clients, and to the student if they are of age or
have no client (`copies/family.mailed`). Each person gets one mail, sent at most once (`kit.mail.queue`); the report
stores the time and the recipients of the last mail."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypedDict

import sqlalchemy as sa
from markupsafe import Markup
from sqlalchemy.dialects.postgresql import distinct_on

from kit.attributes import Attribute, InList
from kit.changes import writing
from kit.changes.history import note
from kit.changes.writing import RecordSet
from kit.database import Tx, all_rows, tables
from kit.database.constraints import constraint_text
from kit.documents.stored import MEDIA_TYPE
from kit.errors import Conflict, Refused
from kit.jobs import Job, JobContext
from kit.lists import Filter
from kit.mail import Attachment, Mail, Mailer, queue
from kit.mail.queue import STATE_OPTIONS, ComposedMail, MailQueue, MailState, mail_columns
from kit.policy import OFFICE, Actor, Row, Rule, reading, staff
from kit.settings import page_address
from kit.values import DateTime, Text
from kit.values.days import LONDON
from kit.values.schemas import Moment
from kit.values.shown import shown
from kit.workflow import Confirm, Move, Step
from teaching.copies import family
from teaching.copies.letterheads import letterheads
from teaching.writing.papers import ReportPapers

NOBODY = "Nobody in this family has an email address"
UNDER_WAY = "This report is already being mailed"
NOT_APPROVED = "The report is no longer approved"
NOT_MAILED = "It was not mailed yet"
NONE_FAILED = "No mail of this report failed"


class ReportMail(TypedDict):
    """A mail of the report to a person; `sent` is null until it went out. `again`: it is the person's last mail, it
    failed, and the caller may send it again."""

    id: int
    name: str
    address: str
    state: MailState
    error: str
    sent: Moment | None
    again: bool


def attributes() -> tuple[Attribute, ...]:
    """Return the attributes of either kind of report for the time and the recipients of the last mail."""
    return (
        Attribute(
            name="mailed",
            type=DateTime(),
            title="Mailed",
            at="mailed",
            readers=OFFICE,
            column=sa.Column("mailed", sa.DateTime(timezone=True), comment="when it last went to the family"),
            listed=InList(hidden=True, width=125),
        ),
        Attribute(
            name="mailedTo",
            type=Text(),
            title="Mailed to",
            at="mailedTo",
            readers=OFFICE,
            column=sa.Column("mailed_to", sa.Text, nullable=False, server_default="", comment="names"),
        ),
    )


def is_mailed(report: sa.Table) -> Filter:
    """Return the filter of mailed reports, and of others."""
    return Filter(
        name="isMailed",
        title="Mailed to family",
        kind="boolean",
        offered_to=staff,
        condition=lambda yes: yes == report.c.mailed.is_not(None),
    )


def by_mail(report: sa.Table, log: sa.Table) -> Filter:
    """Return the filter by the state of the last mail to a person; failed ones can be sent again."""
    last = _last_mails(log, sa.true()).subquery()
    return Filter(
        name="mailState",
        title="Mail",
        options=STATE_OPTIONS,
        expression=last.c.state,
        offered_to=staff,
        readers=OFFICE,
        condition=lambda states: report.c.id.in_(sa.select(last.c.report_id).where(last.c.state == sa.any_(states))),
    )


def _last_mails(log: sa.Table, which: sa.ColumnElement[bool]) -> sa.Select[Any]:
    """Return the last mail of a report to each person, among those that `which` selects, each with its state."""
    c, queue_of = log.c, MailQueue(log)
    person = (c.report_id, c.kind, c.name)
    return (
        sa.select(*person, c.id, queue_of.state.label("state"))
        .select_from(queue_of.joined)
        .where(which)
        .ext(distinct_on(*person))
        .order_by(*person, c.id.desc())
    )


def table(name: str, report: sa.Table) -> sa.Table:
    """Return the mail table of one kind of report, which is both queue and log."""
    constraint_text(f"ck_{name}_sent", "Sent: only a mail that was sent has the time of it", about="sent")
    constraint_text(f"ix_{name}_under_way", UNDER_WAY)
    return sa.Table(
        name,
        report.metadata,
        *tables.record_columns(),
        sa.Column("report_id", sa.BigInteger, sa.ForeignKey(report.c.id, ondelete="CASCADE"), nullable=False),
        sa.Column("kind", sa.Text, nullable=False, comment="client or student"),
        sa.Column("name", sa.Text, nullable=False, comment="of the person"),
        sa.Column("recipient", sa.Text, nullable=False, comment="address"),
        sa.Column("batch", sa.Uuid, nullable=False, comment="mails of one sending to the family"),
        sa.Column("file_id", sa.BigInteger, comment="the PDF that went with it"),
        *mail_columns(),
        sa.Index(f"ix_{name}_report_id", "report_id", "id"),
        sa.Index(f"ix_{name}_file_id", "file_id"),
        sa.Index(f"ix_{name}_under_way", "report_id", "recipient", unique=True, postgresql_where=queue.UNDER_WAY),
    )


def mails_of(connection: sa.Connection, actor: Actor, row: Row, log: sa.Table, mails_it: Rule) -> dict[str, Any]:
    """Return the parts of the detail answer of a report about mails: `mails` of an approved report, the newest first,
    and `mailsTo`, the names of the recipients. `mails_it` are those who may mail such a report."""
    if row["status"] != "approved" or not staff(actor):
        return {"mails": [], "mailsTo": []}
    of_report = log.c.report_id == row["id"]
    last = _last_mails(log, of_report).subquery()
    failed = sa.and_(last.c.id.is_not(None), last.c.state == "failed", sa.literal(mails_it(actor, row)))
    state, error = MailQueue(log).state.label("state"), MailQueue(log).error.label("error")
    columns = (log.c.id, log.c.name, log.c.recipient.label("address"), state, error, log.c.sent, failed.label("again"))
    source = MailQueue(log).joined.outerjoin(last, last.c.id == log.c.id)
    mails = sa.select(*columns).select_from(source).where(of_report).order_by(log.c.id.desc())
    return {
        "mails": all_rows(connection, mails),
        "mailsTo": [_called(one) for one in family.mailed(connection, row["student_id"])],
    }


@dataclass(frozen=True, kw_only=True)
class FamilyMails:
    """The mails of one kind of report. `log` is their `table`; `noun` names a report to its reader, `about(row)`
    describes it, `target` is its page with `{id}`; `job` is declared with `deliver` in `module.py`."""

    records: RecordSet
    log: sa.Table
    papers: ReportPapers[Any]
    noun: str
    about: Callable[[Row], str]
    target: str
    job: Job

    @property
    def queue(self) -> MailQueue:
        return MailQueue(self.log)

    def moves(self, path: str, who: Rule) -> tuple[Move, ...]:
        """Return the moves of an approved report that mail it for the first time, again, and only to failed recipients.
        The last one has its own button on the page of a report."""
        return (
            Move(
                name="mail",
                title="Mail to family",
                source=("approved",),
                target=None,
                who=who,
                path=f"{path}/mail",
                done="The report is on its way to the family",
                when=_refuse_again,
                check=self._check,
                effect=self._send,
                confirm=Confirm("Mail report to family?", _to, yes="Mail report"),
            ),
            Move(
                name="mailAgain",
                title="Mail again",
                source=("approved",),
                target=None,
                who=who,
                path=f"{path}/mail/again",
                done="The report is on its way to the family once more",
                when=_refuse_first,
                check=self._check,
                effect=self._send,
                confirm=Confirm("Mail report again?", _to, yes="Mail again"),
            ),
            Move(
                name="retryMail",
                title="Send failed mails again",
                source=("approved",),
                target=None,
                who=who,
                path=f"{path}/mail/retry",
                done="The failed mails are on their way again",
                hidden=True,
                on_selections=True,
                check=self._check_failed,
                effect=self._retry,
                confirm=Confirm(
                    "Send failed mails again?",
                    "Each goes to the person's current address, with the current PDF.",
                    yes="Send again",
                ),
            ),
        )

    def deliver(self, context: JobContext) -> dict[str, Any]:
        """Send the mail of a job."""
        pack, number = partial(self._pack, context), context.params["mail"]
        with Mailer() as mailer:
            row = self.queue.deliver(context.db, context.actor, number, mailer, pack, self._sent, context.id)
        if row["state"] == "failed":
            raise Refused(row["error"])
        return {"id": row["id"], "state": row["state"], "error": row["error"]}

    def _check(self, tx: Tx, step: Step) -> None:
        if not family.mailed(tx.connection, step.row["student_id"]):
            raise Conflict(NOBODY, code="no_address")

    def _send(self, tx: Tx, step: Step) -> None:
        """Queue a mail to each of the family, with its job. The history names the recipients at once, the report after
        the sending."""
        record, batch = step.row["id"], uuid.uuid4()
        self.queue.fail_abandoned(tx, self.log.c.report_id == record)  # a cancelled mail must not block these
        people = family.mailed(tx.connection, step.row["student_id"])
        note(tx, self.records.name, record, "mailAsked", None, ", ".join(_called(one) for one in people))
        for one in people:
            values = {
                "report_id": record,
                "kind": one["kind"],
                "name": _called(one),
                "recipient": one["email"],
                "batch": batch,
            }
            row = self.queue.add(tx, values, ("report_id", "recipient"), UNDER_WAY)
            self.queue.assign_job(tx, row, self.job, {"mail": row["id"]})

    def _check_failed(self, tx: Tx, step: Step) -> None:
        self._failed(tx, step.row)

    def _retry(self, tx: Tx, step: Step) -> None:
        """Queue the failed mails again, to the current addresses, each with its own job."""
        rows, c = self._failed(tx, step.row), self.log.c
        note(tx, self.records.name, step.row["id"], "mailAsked", None, ", ".join(row["name"] for row in rows))
        for row in rows:
            tx.execute(sa.update(self.log).where(c.id == row["id"]).values(recipient=row["email"]))
            queued = self.queue.requeue(tx, c.id == row["id"])
            self.queue.assign_job(tx, queued, self.job, {"mail": queued["id"]})

    def _failed(self, tx: Tx, report: Row) -> list[dict[str, Any]]:
        """Return the last failed mails to members of the family: `{id, name, email}`, with the current address. Raises
        Conflict if there is none; former members get no more mail."""
        last = tx.all(_last_mails(self.log, self.log.c.report_id == report["id"]))
        failed = [row for row in last if row["state"] == "failed"]
        if not failed:
            raise Conflict(NONE_FAILED, code="none_failed")
        people = family.mailed(tx.connection, report["student_id"])
        emails = {(one["kind"], _called(one)): one["email"] for one in people}
        there = [
            row | {"email": emails[row["kind"], row["name"]]} for row in failed if (row["kind"], row["name"]) in emails
        ]
        if not there:
            names = " and ".join(row["name"] for row in failed)
            raise Conflict(f"{names} no longer has an address in this family", code="no_address")
        return there

    def _pack(self, context: JobContext, row: Mapping[str, Any]) -> ComposedMail:
        """Return the mail with the current PDF. Raises Unavailable, Refused."""
        report = self.records.table
        with context.db.read() as connection:
            [report_row] = all_rows(connection, sa.select(report).where(report.c.id == row["report_id"]))
            head = letterheads(connection, [report_row["organisation_id"]])[report_row["organisation_id"]]
        if report_row["status"] != "approved":
            raise Refused(NOT_APPROVED)
        name, file_id, content = self.papers.stored(context.db, context.actor, report_row["id"])
        student = report_row["student_name"]
        letter = Mail(
            to=row["recipient"],
            name=row["name"],
            subject=f"{self.noun.capitalize()} of {student}: {self.about(report_row)}",
            html=self._letter(report_row, row, head["name"]),
            message_id=row["message_id"],
            reply_to=head["email"],
            attachments=[Attachment(name, MEDIA_TYPE, content)],
        )
        return ComposedMail(letter, {"file_id": file_id})

    def _letter(self, report: Row, row: Mapping[str, Any], organisation: str) -> str:
        whose = "your" if row["kind"] == "student" else f"{report['student_name']}'s"
        text = Markup(
            "<p>Dear {},</p><p>Please find attached {} {}: {}.</p>"
            '<p>You can also <a href="{}">read it online</a>. If you have a question about it, please reply to this'
            " email.</p><p>Yours sincerely<br>{}</p>"
        )
        link = page_address("client", self.target.replace("{id}", str(report["id"])))
        return str(text.format(row["name"], whose, self.noun, self.about(report), link, organisation))

    def _sent(self, tx: Tx, row: Mapping[str, Any]) -> None:
        """Store the time of the mail on the report, and its recipients."""
        report, c = self.records.table, self.log.c
        before = tx.one(sa.select(report).where(report.c.id == row["report_id"]).with_for_update())
        if before is None:
            return
        out = sa.and_(c.batch == row["batch"], sa.or_(c.state == "sent", c.id == row["id"]))
        names: Sequence[str] = [one["name"] for one in tx.all(sa.select(c.name).where(out).order_by(c.id))]
        writing.change(tx, self.records, before, {"mailed": sa.func.now(), "mailed_to": ", ".join(names)})


def _called(one: Mapping[str, Any]) -> str:
    return " ".join(filter(None, [one["title"], one["name"]]))


def _to(detail: Mapping[str, Any]) -> str:
    """Return the question before a mail, which lists earlier mails."""
    to = " and ".join(detail.get("mailsTo") or []) or "the family"
    if not detail.get("mailed"):
        return f"The PDF goes to {to}."
    before = _mailed_before(dt.datetime.fromisoformat(detail["mailed"]), detail["mailedTo"])
    return f"{before}. The PDF goes to {to} once more."


def _mailed_before(at: dt.datetime, to: str) -> str:
    """Return `It was mailed to Ms Ada Client on 12/12/26`."""
    return f"It was mailed to {to} on {shown(at.astimezone(LONDON).date())}"


@reading("mailed", "mailed_to")
def _refuse_again(row: Row, _: Actor) -> str | None:
    return None if row["mailed"] is None else _mailed_before(row["mailed"], row["mailed_to"])


@reading("mailed")
def _refuse_first(row: Row, _: Actor) -> str | None:
    return NOT_MAILED if row["mailed"] is None else None
