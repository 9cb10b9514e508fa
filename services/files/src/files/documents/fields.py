"""The editable fields of a file: `PUT /file/{id} {field, newValue}`."""

from __future__ import annotations

from files.documents import attributes, commands, policy, readers, rules
from files.documents.answers import FileParts
from files.documents.model import file
from kit.errors import Invalid
from kit.policy import staff
from kit.records import Acts, Change, Delete, FieldSet


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
    sections=attributes.FILE.sections(
        {"file": "File"},
        {
            "name": Acts(check=_name),
            "reviewDate": Acts(may=readers.of_library(staff)),
            "owner": Acts(may=readers.of_library(staff)),
            "locked": Acts(may=readers.toggle),
            "visible": Acts(may=readers.toggle),
        },
    ),
    answers=FileParts,
    extra=lambda connection, actor, row: {
        **attributes.FILE.shown(row),
        "uploadedAt": row["created"],
        "uploadedBy": {"id": row["uploader_id"], "name": row["uploader_name"]},
        "params": row["params"],
    },
    delete=Delete(
        may=policy.delete,
        when=lambda row: rules.LOCKED if row["locked"] else None,
        before=commands.check_removal,
        keeps=commands.into_trash,
        after=commands.let_go,
    ),
)
