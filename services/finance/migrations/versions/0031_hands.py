"""The people who decided on a record's payment and took its steps, on the record itself (`kit.changes.hands`).

Existing records take them from their authors and from their field histories. For invoices the author is known; changes
of lines count from now on.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0031"
down_revision: str | None = "0030"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_TABLES = ("bill", "expense_claim", "recharge", "tutor_rate", "pay_run", "invoice")
_CHANGED = """
UPDATE {table} t SET hands = jsonb_set(hands, '{{entered}}', coalesce(hands->'entered', '{{}}') || entered)
FROM (
  SELECT entity_id, jsonb_object_agg(person, jsonb_build_array('changed this {noun}', day)) AS entered FROM (
    SELECT entity_id, person, max(timezone('Europe/London', changed))::date AS day
    FROM field_history CROSS JOIN LATERAL (VALUES (user_id), (acting_user_id)) AS people (person)
    WHERE entity = '{entity}' AND field IN ({fields}) AND person > 0 GROUP BY 1, 2
  ) each GROUP BY 1
) changed WHERE t.id = changed.entity_id
"""
_SIGNED = """
UPDATE {table} SET hands = hands || jsonb_build_object('{step}', jsonb_build_object({column}::text,
  jsonb_build_array('{what}', timezone('Europe/London', {day})::date)))
WHERE {column} > 0
"""
_ACCOUNTS = """
UPDATE pay_run r SET hands = jsonb_set(hands, '{entered}', theirs.entered || coalesce(hands->'entered', '{}'))
FROM (
  SELECT run_id, jsonb_object_agg(person, jsonb_build_array(what, day)) AS entered FROM (
    SELECT DISTINCT ON (l.run_id, a.entered_by_id) l.run_id, a.entered_by_id AS person,
      'entered the bank details of ' || l.tutor_name AS what, timezone('Europe/London', a.created)::date AS day
    FROM pay_line l JOIN pay_run r ON r.id = l.run_id
      JOIN payee_account a ON a.tutor_id = l.tutor_id AND a.currency = r.currency AND a.replaced IS NULL
    WHERE r.status <> 'paid' AND a.entered_by_id > 0 ORDER BY l.run_id, a.entered_by_id, a.id
  ) each GROUP BY 1
) theirs WHERE r.id = theirs.run_id
"""


def upgrade() -> None:
    for table in _TABLES:
        op.add_column(
            table,
            sa.Column(
                "hands",
                postgresql.JSONB(),
                server_default=sa.text("'{}'"),
                nullable=False,
                comment="who decided what it pays, and who took its steps: {step: {user id: [what, day]}}",
            ),
        )
    signed = (
        ("bill", "entered", "entered_by_id", "entered this bill", "created"),
        ("recharge", "entered", "entered_by_id", "entered this recharge", "created"),
        ("expense_claim", "entered", "user_id", "entered this expense claim", "created"),
        ("pay_run", "entered", "prepared_by_id", "prepared this pay run", "created"),
        ("pay_run", "checked", "checked_by_id", "checked it", "modified"),
    )
    for table, step, column, what, day in signed:
        op.execute(_SIGNED.format(table=table, step=step, column=column, what=what, day=day))
    changed = (
        ("bill", "bill", "bill", ("supplier", "reference", "orgId", "accountId", "currency", "net", "VAT")),
        ("recharge", "recharge", "recharge", ("fromOrgId", "toOrgId", "currency", "amount")),
        ("expense_claim", "expenseClaim", "expense claim", ("orgId", "currency")),
        ("tutor_rate", "tutorRate", "tutor rate", ("tutorId", "courseId", "currency", "starts", "hourly")),
    )
    for table, entity, noun, names in changed:
        fields = ", ".join(f"'{name}'" for name in names)
        op.execute(_CHANGED.format(table=table, entity=entity, noun=noun, fields=fields))
    op.execute(_ACCOUNTS)
