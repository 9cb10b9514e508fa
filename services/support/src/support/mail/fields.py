"""A template's fields: `PUT /emailTemplate/{id}` (`money.md 7`), and a mail of the log as it was sent."""

from __future__ import annotations

from typing import Any

from kit.errors import Invalid
from kit.policy import Actor, nobody
from kit.records import Acts, Change, Create, Delete, FieldSet
from support.mail import attributes, queries, rules
from support.mail.answers import SendingParts, SentParts, TemplateParts
from support.mail.model import bounced_address, email_template, mail_sending, sent_mail, unsubscribed_address
from support.mail.policy import everything, keeps, sends
from support.mail.workflow import SENDINGS


def _known_fields(change: Change) -> None:
    rules.check(change.field.name, change.new, change.row["about"])


def _fit(actor: Actor, values: dict[str, Any]) -> dict[str, Any]:
    """Check a new template as `_known_fields` checks a change. Raises Invalid."""
    about = {"about": values.get("about") or "person"}
    for name in ("subject", "body"):
        rules.check(name, values[name], about["about"])
    _check_sent_to(about["about"], values.get("sentTo"))
    return about


def _check_sent_to(about: str, kinds: list[str] | None) -> None:
    if about == "invoice" and kinds:
        raise Invalid("A template about invoices goes to whoever is invoiced; leave this empty", field="sentTo")


TEMPLATE = FieldSet(
    name="emailTemplate",
    table=email_template,
    path="/emailTemplate/{id}",
    scope=everything,
    may=keeps,
    create=Create(fields=("name", "about", "sentTo", "subject", "body", "fileIds", "contractual"), defaults=_fit),
    delete=Delete(undo=True),
    extra=lambda connection, actor, row: {"mergeFields": rules.FIELDS[row["about"]]},
    answers=TemplateParts,
    sections=attributes.TEMPLATE.sections(
        {"template": "Template"},
        {
            "about": Acts(
                when=lambda row: "Whether a template is about a person or an invoice is chosen when it is created"
            ),
            "sentTo": Acts(check=lambda change: _check_sent_to(change.row["about"], change.new)),
            "subject": Acts(check=_known_fields),
            "body": Acts(check=_known_fields),
        },
    ),
)

MAIL = FieldSet(
    name="sentMail",
    table=sent_mail,
    path="/emailTemplates/sent/{id}",
    scope=everything,
    may=nobody,
    extra=queries.shown,
    answers=SentParts,
    sections=attributes.MAIL.sections(
        {"mail": "Mail"}, {entry.name: Acts(read_only=True) for entry in attributes.MAIL}
    ),
)

SENDING_FIELDS = FieldSet(
    name="mailSending",
    table=mail_sending,
    path="/emailTemplates/sendings/{id}",
    scope=everything,
    read=sends,
    may=nobody,
    workflow=SENDINGS,
    extra=queries.progress,
    answers=SendingParts,
    sections=attributes.SENDING.sections(
        {"sending": "Sending"},
        {entry.name: Acts(read_only=True) for entry in attributes.SENDING} | {"state": Acts(workflow=SENDINGS)},
    ),
)

UNSUBSCRIBED_FIELDS = FieldSet(
    name="unsubscribedAddress",
    table=unsubscribed_address,
    path="/emailTemplates/unsubscribed/{id}",
    scope=everything,
    read=sends,
    may=keeps,
    delete=Delete(named=lambda row: str(row["address"])),
    sections=attributes.UNSUBSCRIBED.sections(
        {"address": "Address"}, {entry.name: Acts(read_only=True) for entry in attributes.UNSUBSCRIBED}
    ),
)

BOUNCED = FieldSet(
    name="bouncedAddress",
    table=bounced_address,
    path="/emailTemplates/bounced/{id}",
    scope=everything,
    may=sends,
    delete=Delete(named=lambda row: str(row["address"])),
    sections=attributes.BOUNCED.sections(
        {"address": "Address"}, {entry.name: Acts(read_only=True) for entry in attributes.BOUNCED}
    ),
)
