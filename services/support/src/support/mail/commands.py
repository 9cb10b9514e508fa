"""Preview and queueing of a template's mails (`money.md 2`, Email preview; `money.md 7`)."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit import jobs, mail, store
from kit.database import Database, Tx
from kit.errors import Invalid
from kit.policy import Actor
from kit.values.days import LONDON, in_words
from support.entities import named
from support.mail import queries, rules, sendings
from support.mail.kinds import KINDS, EntityKind
from support.mail.model import MAILS, sent_mail
from support.mail.policy import everything
from support.mail.sendings import SEND


def preview(db: Database, actor: Actor, record: int, entity_type: str, ids: Sequence[int]) -> list[dict[str, Any]]:
    """Return `{id, person, to, problem, subject, body, attachments: [{id, name}]}` per recipient, in the order of `ids`
    (`money.md 3`, Email preview). A recipient who cannot be mailed has a `problem`. Raises NotFound, Invalid."""
    kind, record_ids = named(KINDS, entity_type), _unique(ids)
    with db.read() as connection:
        template = queries.template(connection, actor, record)
        _check_about(template, kind)
        recipients = queries.recipients(connection, actor, kind, record_ids)
        problems = queries.problems(connection, actor, recipients, template["contractual"])
    names = store.known(template["file_ids"], actor) if template["file_ids"] else {}
    attachments = [{"id": file_id, "name": names.get(file_id)} for file_id in template["file_ids"]]
    return [
        {
            "id": one.id,
            "person": one.person,
            "to": one.email,
            "problem": problems.get(one.id),
            **rules.filled(template, one.values),
            "attachments": attachments,
        }
        for one in recipients
    ]


def check_attachments(db: Database, actor: Actor, record: int, file_ids: Sequence[int] | None) -> None:
    """Check that the sender sees every attachment: `file_ids`, or the template's if None. Raises Invalid, Unavailable.
    Calls the service files, so it must run outside a transaction."""
    if file_ids is None:
        with db.read() as connection:
            file_ids = queries.template(connection, actor, record)["file_ids"]
    store.check(file_ids, actor, "fileIds", "Attachments")


def send(
    tx: Tx,
    record: int,
    entity_type: str,
    ids: Sequence[int],
    mails: Mapping[int, Mapping[str, str]],
    file_ids: Sequence[int] | None,
    send_at: dt.datetime | None = None,
) -> dict[str, Any]:
    """Queue a mail to each of `ids` that can be mailed, as one sending, which waits until `send_at`. `mails` are edited
    subjects and bodies by id; `file_ids` replace the attachments of the template for every mail.

    Returns `{id, sendingId, queued, skipped: [{id, person, reason}], title, notice}`; `id` is the id of the first job.
    Raises NotFound, Invalid.
    """
    kind, record_ids = named(KINDS, entity_type), _unique(ids)
    template = queries.template(tx.connection, tx.actor, record)
    _check_about(template, kind)
    unknown = [str(edited) for edited in mails.keys() - set(record_ids)]
    if unknown:
        raise Invalid(f"Nothing is sent to {', '.join(unknown)}", field="mails")
    if send_at is not None:
        rules.check_time(send_at, dt.datetime.now(dt.UTC))
    recipients = queries.recipients(tx.connection, tx.actor, kind, record_ids)
    if send_at is not None:
        for one in recipients:
            one.values["today"] = in_words(send_at.astimezone(LONDON).date())
    problems = queries.problems(tx.connection, tx.actor, recipients, template["contractual"])
    skipped = [
        {"id": one.id, "person": one.person, "reason": problems[one.id]} for one in recipients if one.id in problems
    ]
    batch = uuid.uuid4()
    common = {
        "batch": batch,
        "template_id": record,
        "template_name": template["name"],
        "entity_type": kind.name,
        "contractual": template["contractual"],
        "file_ids": list(template["file_ids"] if file_ids is None else dict.fromkeys(file_ids)),
        "created_by_id": tx.actor.user_id,
        "created_by_name": tx.actor.name,
    }
    own = queries.own_address(tx.connection, tx.actor)
    rows = [
        common
        | {"reply_to": (kind.logged and mail.RecordOfMail(kind.name, one.id).address()) or own}
        | {"entity_type_id": one.id, "person": one.person, "recipient": one.email, "message_id": mail.new_message_id()}
        | {"state": "skipped" if one.id in problems else "queued", "error": problems.get(one.id, "")}
        | _text(template, one, mails.get(one.id, {}))
        for one in recipients
    ]
    if len(skipped) == len(rows):
        raise Invalid(rules.NOBODY, code="no_email")
    same = {name: common[name] for name in ("batch", "template_id", "template_name", "entity_type")}
    sending, job_id = sendings.begin(tx, {**same, "send_at": send_at}, rows)
    return {
        "id": None if job_id is None else jobs.public_id(job_id),
        "sendingId": sending,
        "queued": len(rows) - len(skipped),
        "skipped": skipped,
        "title": "Emails sent" if send_at is None else "Emails scheduled",
        "notice": rules.SENT if send_at is None else rules.scheduled(send_at),
    }


def retry(tx: Tx, record: int) -> dict[str, Any]:
    """Send a mail of the log in the state failed or unknown again, unchanged.

    Returns `{id, jobId, state, notice}`. Raises NotFound, Conflict.
    """
    now = MAILS.requeue(tx, sa.and_(sent_mail.c.id == record, everything.where(tx.actor)))
    number = MAILS.assign_job(tx, now, SEND, {"batch": uuid.uuid4().hex})
    return {"id": record, "jobId": jobs.public_id(number), "state": "queued", "notice": rules.SENT}


def _text(template: Mapping[str, Any], one: queries.Recipient, edited: Mapping[str, str]) -> dict[str, str]:
    """Return subject and body with their merge fields filled; edited texts may have merge fields too. Raises
    Invalid."""
    texts = {name: edited.get(name) or template[name] for name in ("subject", "body")}
    for name in edited:
        rules.check(f"mails.{one.id}.{name}", texts[name], template["about"])
    return rules.filled(texts, one.values)


def _unique(ids: Sequence[int]) -> list[int]:
    """Return each id once. Raises Invalid for none and for too many."""
    record_ids = list(dict.fromkeys(ids))
    if not record_ids:
        refusal = "Please choose at least one recipient"
    elif len(record_ids) > rules.MOST:
        refusal = f"At most {rules.MOST:,} recipients at once; please choose fewer"
    else:
        return record_ids
    raise Invalid(refusal, field="entityTypeIds")


def _check_about(template: Mapping[str, Any], kind: EntityKind) -> None:
    """Raise Invalid for a template about another kind of record, or for other kinds of person."""
    if template["about"] != kind.about:
        subject = "about invoices" if template["about"] == "invoice" else "about people"
    elif template["sent_to"] and kind.name not in template["sent_to"]:
        subject = "for " + " and ".join(KINDS[name].plural for name in template["sent_to"])
    else:
        return
    raise Invalid(f"This template is {subject}; it does not fit {kind.plural}", code="other_kind", field="entityType")
