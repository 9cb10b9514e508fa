"""The list of retention rules."""

from __future__ import annotations

import sqlalchemy as sa

from files.folders.model import folder
from files.retention.attributes import RULE
from files.retention.fields import RULE_FIELDS
from files.retention.model import retention_rule
from kit.lists import Column, ListSpec

_r, _of = retention_rule.c, folder.alias("of_rule").c

RULES = ListSpec(
    name="retentionRules",
    title="Retention",
    one="rule",
    source=retention_rule.outerjoin(_of.id.table, _of.id == _r.folder_id),
    default_sort="years",
    edit=RULE_FIELDS,
    columns=RULE.columns(
        Column(name="id", expression=_r.id, type="id", hidden=True),
        Column(name="folder", expression=sa.func.coalesce(_of.name, "Every folder"), width=200),
        *("contentType", "years", "since"),
        Column(name="folderId", expression=_r.folder_id, type="id", hidden=True),
    ),
    filters=RULE.filters("contentType"),
)
LISTS = (RULES,)
