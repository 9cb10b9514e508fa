"""The texts of two versions of a document, and their difference."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from files.comparing import differing
from files.comparing.child import EXTENSIONS
from files.comparing.model import CONVERTED, NO_CONVERTER, version_text
from files.documents.model import file_version
from files.documents.queries import library_file
from files.folders import policy
from kit.database import all_rows
from kit.errors import Invalid
from kit.policy import Actor

_v, _t = file_version.c, version_text.c
NOTHING = {"reason": "", "blocks": [], "added": 0, "removed": 0}
NO_KIND = "Only texts, PDFs, Word files and presentations are compared"
_AGAIN = sa.text("interval '10 minutes'")
"""The interval until a version without a conversion is tried again."""
NO_VERSION = "There is no such version"


def compared(connection: sa.Connection, actor: Actor, file_id: int, numbers: tuple[int, int]) -> dict[str, Any]:
    """Return the difference of two versions of a document, as `Compared`, and the keys of the objects whose text has to
    be extracted first. Raises NotFound, Forbidden, Invalid."""
    policy.sees_more.require(actor, library_file(connection, actor, file_id))
    tried = sa.and_(_t.reason == NO_CONVERTER, _t.made < sa.func.now() - _AGAIN)
    paragraphs = sa.case((tried, None), else_=_t.paragraphs).label("paragraphs")
    columns = (_v.number, _v.object_key, _v.extension, _t.reason, paragraphs)
    statement = sa.select(*columns).outerjoin(version_text, _t.object_key == _v.object_key)
    rows = all_rows(connection, statement.where(_v.file_id == file_id, _v.number.in_(numbers)))
    versions = {row["number"]: row for row in rows}
    for name, number in zip(("from", "to"), numbers, strict=True):
        if number not in versions:
            raise Invalid(NO_VERSION, fields={name: NO_VERSION})
    before, now = (versions[number] for number in numbers)
    for row in (before, now):
        if row["extension"] not in EXTENSIONS | CONVERTED:
            return NOTHING | {"state": "none", "reason": NO_KIND, "keys": []}
    if keys := [row["object_key"] for row in (before, now) if row["paragraphs"] is None]:
        return NOTHING | {"state": "waiting", "keys": keys}
    for row in (before, now):
        if row["reason"]:
            reason = f"Version {row['number']}: {row['reason'][0].lower()}{row['reason'][1:]}"
            return NOTHING | {"state": "none", "reason": reason, "keys": []}
    difference = differing.compared(before["paragraphs"], now["paragraphs"])
    return {"state": "ready", "reason": "", "keys": [], **difference}
