"""The retention rules as records, `/library/retention/{id}`."""

from __future__ import annotations

from files.retention import commands
from files.retention.attributes import RULE
from files.retention.model import retention_rule
from kit.policy import Scope, sys_admin
from kit.records import Acts, Create, Delete, FieldSet

RULE_FIELDS = FieldSet(
    name="retentionRule",
    table=retention_rule,
    path="/library/retention/{id}",
    scope=Scope(everything=sys_admin),
    read=sys_admin,
    may=sys_admin,
    sections=RULE.sections(
        {"rule": "Rule of retention"}, {"folderId": Acts(read_only=True), "contentType": Acts(read_only=True)}
    ),
    create=Create(complete=commands.check_rule),
    delete=Delete(),
)
FIELDSETS = (RULE_FIELDS,)
