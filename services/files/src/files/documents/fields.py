"""The editable fields of a file: `PUT /file/{id} {field, newValue}`."""

from __future__ import annotations

from files.documents import commands, kinds, policy, rules
from files.documents.answers import FileParts
from files.documents.model import file
from kit.errors import Invalid
from kit.policy import staff
from kit.records import Change, Delete, Field, FieldSet, Section
from kit.values import Boolean, Date, Reference, Select, Text


def _name(change: Change) -> None:
    if rules.new_name(change.new, change.row["extension"]) != change.new:
        raise Invalid('A file name has none of < > : " | ? *')


FILE = FieldSet(
    name="file",
    table=file,
    path="/file/{id}",
    detail=False,
    scope=policy.SCOPE,
    read=policy.read,
    may=policy.edit,
    sections=[
        Section(
            "file",
            "File",
            [
                Field(
                    name="name",
                    column=file.c.name,
                    type=Text(required=True, max_length=rules.MAX_NAME),
                    check=_name,
                    help="Without the extension",
                ),
                Field(name="description", column=file.c.description, type=Text(max_length=2000)),
                Field(
                    name="contentType",
                    column=file.c.content_type,
                    type=Select(required=True, choices=kinds.UPLOADED),
                    title="Content type",
                ),
                Field(name="reviewDate", column=file.c.review_date, type=Date(), may=staff),
                Field(name="owner", column=file.c.owner_id, type=Reference(required=True, source="/users"), may=staff),
                Field(name="locked", column=file.c.locked, type=Boolean(), may=policy.toggle, shown=policy.toggle),
                Field(name="visible", column=file.c.visible, type=Boolean(), may=policy.toggle, shown=policy.toggle),
            ],
        )
    ],
    answers=FileParts,
    extra=lambda connection, actor, row: {
        "extension": row["extension"],
        "fileType": row["media_type"],
        "size": row["size"],
        "uploadedAt": row["created"],
        "uploadedBy": {"id": row["uploader_id"], "name": row["uploader_name"]},
        "entityType": row["entity_type"],
        "entityTypeId": row["entity_id"],
        "params": row["params"],
    },
    delete=Delete(
        path="/file/{id}",
        may=policy.delete,
        when=lambda row: rules.LOCKED if row["locked"] else None,
        before=commands.check_removal,
        after=commands.discard_object,
    ),
)
