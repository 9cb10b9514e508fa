"""A template's fields: `PUT /emailTemplate/{id}` (`money.md 7`), and a mail of the log as it was sent."""

from __future__ import annotations

from typing import Any

from kit.errors import Invalid
from kit.mail.queue import STATE_OPTIONS
from kit.policy import Actor, nobody, staff
from kit.records import Change, Create, Delete, Field, FieldSet, Section
from kit.values import DateTime, FileIds, Integer, MultiSelect, RichText, Select, Text, options
from support.mail import queries, rules
from support.mail.answers import SentParts, TemplateParts
from support.mail.kinds import PERSON_OPTIONS
from support.mail.model import email_template, sent_mail
from support.mail.policy import everything, keeps

ABOUT = options(("person", "A person"), ("invoice", "An invoice"))
MOST_FILES = 20


def _known_fields(change: Change) -> None:
    rules.check(change.field.name, change.new, change.row["about"])


def _fit(actor: Actor, values: dict[str, Any]) -> dict[str, Any]:
    """The check of a new template, as `_known_fields` is that of a change. Raises Invalid."""
    about = {"about": values.get("about") or "person"}
    for name in ("subject", "body"):
        rules.check(name, values[name], about["about"])
    _check_sent_to(about["about"], values.get("sentTo"))
    return about


def _check_sent_to(about: str, kinds: list[str] | None) -> None:
    if about == "invoice" and kinds:
        text = "A template about invoices goes to whoever is invoiced; leave this empty"
        raise Invalid(text, fields={"sentTo": text})


_c = email_template.c
TEMPLATE = FieldSet(
    name="emailTemplate",
    table=email_template,
    path="/emailTemplate/{id}",
    scope=everything,
    read=staff,
    may=keeps,
    create=Create(
        path="/emailTemplate",
        fields=("name", "about", "sentTo", "subject", "body", "fileIds"),
        may=keeps,
        defaults=_fit,
    ),
    delete=Delete(path="/emailTemplate/{id}", may=keeps, undo=True),
    extra=lambda connection, actor, row: {"mergeFields": rules.FIELDS[row["about"]]},
    answers=TemplateParts,
    sections=(
        Section(
            "template",
            "Template",
            (
                Field(name="name", column=_c.name, type=Text(required=True, max_length=100)),
                Field(
                    name="about",
                    column=_c.about,
                    type=Select(choices=ABOUT, required=True),
                    title="About",
                    when=lambda row: "What a template is about is chosen when it is made",
                ),
                Field(
                    name="sentTo",
                    column=_c.sent_to,
                    type=MultiSelect(choices=PERSON_OPTIONS),
                    title="For",
                    check=lambda change: _check_sent_to(change.row["about"], change.new),
                    help="The lists that offer the template; empty: every list of people",
                ),
                Field(
                    name="subject",
                    column=_c.subject,
                    type=Text(required=True, max_length=rules.LONGEST_SUBJECT),
                    check=_known_fields,
                ),
                Field(
                    name="body",
                    column=_c.body,
                    type=RichText(required=True, max_length=rules.LONGEST_BODY),
                    check=_known_fields,
                    help="Merge fields stand in double braces: Dear {{firstName}}",
                ),
                Field(
                    name="fileIds",
                    column=_c.file_ids,
                    type=FileIds(most=MOST_FILES),
                    title="Attachments",
                ),
            ),
        ),
    ),
)


def _sent(name: str, column: Any, kind: Any = None, title: str = "") -> Field:
    return Field(name=name, column=column, title=title, type=kind or Text(), read_only=True)


_s = sent_mail.c
MAIL = FieldSet(
    name="sentMail",
    table=sent_mail,
    path="/emailTemplates/sent/{id}",
    scope=everything,
    read=staff,
    may=nobody,
    extra=queries.shown,
    answers=SentParts,
    sections=(
        Section(
            "mail",
            "Mail",
            (
                _sent("person", _s.person),
                _sent("recipient", _s.recipient),
                _sent("subject", _s.subject),
                _sent("body", _s.body, RichText()),
                _sent("fileIds", _s.file_ids, FileIds(), "Attachments"),
                _sent("template", _s.template_name),
                _sent("entityType", _s.entity_type),
                _sent("entityTypeId", _s.entity_type_id, Integer()),
                _sent("state", _s.state, Select(choices=STATE_OPTIONS)),
                _sent("error", _s.error),
                _sent("tries", _s.tries, Integer()),
                _sent("messageId", _s.message_id, title="Message id"),
                _sent("queued", _s.queued, DateTime()),
                _sent("sent", _s.sent, DateTime()),
                _sent("sentBy", _s.created_by_name),
            ),
        ),
    ),
)
