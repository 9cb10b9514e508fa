"""A tutor is paid for a tutorial and its length, not for each of its slips, unless the rate says otherwise.

A line of a pay run keeps its sum as the line of one slip. Runs that are approved or paid stay as they are. In runs
without a second approval, the lines of one tutorial become one; the run is a draft again, and its note says why.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0030"
down_revision: str | None = "0029"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_SESSION = (
    "tutor_id::text || coalesce(':' || event_id::text, '@' || coalesce(course_id, 0)::text || ':' || "
    "extract(epoch FROM timezone('UTC', tutorial_start))::bigint::text || '+' || minutes::text)"
)


def _a_minute(students: str) -> str:
    supplement = f"group_supplement * greatest({students} - group_from + 1, 0)"
    return (
        f"CASE WHEN {students} = 0 THEN 0 WHEN basis = 'perStudent' THEN hourly * {students} "
        f"ELSE hourly + {supplement} END"
    )


_AMOUNT = (
    f"(round(minutes * ({_a_minute('(former + students)')}) / 60.0) - "
    f"round(minutes * ({_a_minute('former')}) / 60.0))::bigint"
)
_OPEN = "SELECT id FROM pay_run WHERE status IN ('draft', 'checked')"
_MERGE = f"""
UPDATE pay_line l SET former = (
  SELECT count(*) FROM pay_line p JOIN pay_run r ON r.id = p.run_id
  WHERE p.session = l.session AND r.status IN ('approved', 'paid')
) WHERE run_id IN ({_OPEN});
DELETE FROM pay_line WHERE former > 0;
CREATE TEMPORARY TABLE merged ON COMMIT DROP AS
  SELECT id, run_id, min(id) OVER (PARTITION BY session) AS first FROM pay_line WHERE run_id IN ({_OPEN});
UPDATE pay_line_slip s SET line_id = m.first FROM merged m WHERE m.id = s.line_id AND m.first <> m.id;
DELETE FROM pay_line l USING merged m WHERE m.id = l.id AND m.first <> m.id;
UPDATE pay_run r SET status = 'draft', checked_by_id = NULL, checked_by_name = '', version = version + 1,
  note = left(concat_ws(' ', nullif(note, ''), 'Since the upgrade a tutorial is paid once: please check the sum.'), 500)
WHERE id IN (SELECT run_id FROM merged WHERE first <> id);
"""  # noqa: S608  constants of this file
"""Merge the lines of one tutorial; remove those of a tutorial that an approved run pays."""
_COUNT = """
CREATE FUNCTION pay_line_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE pay_line SET students = counted.students
  FROM (
    SELECT touched.line_id, count(s.id) AS students
    FROM (SELECT DISTINCT line_id FROM changed) touched LEFT JOIN pay_line_slip s USING (line_id)
    GROUP BY touched.line_id
  ) counted
  WHERE id = counted.line_id;
  RETURN NULL;
END $$;
CREATE TRIGGER count_inserted AFTER INSERT ON pay_line_slip REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION pay_line_count();
CREATE TRIGGER count_updated AFTER UPDATE ON pay_line_slip REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION pay_line_count();
CREATE TRIGGER count_deleted AFTER DELETE ON pay_line_slip REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION pay_line_count();
"""


def upgrade() -> None:
    op.add_column("slip", sa.Column("event_id", sa.BigInteger(), comment="the calendar event, where it is known"))
    op.add_column(
        "slip",
        sa.Column(
            "session",
            sa.Text(),
            sa.Computed(_SESSION, persisted=True),
            nullable=False,
            comment="the same for all slips of one tutorial of a tutor: its event, else its course and time",
        ),
    )
    op.create_index("ix_slip_session", "slip", ["session", "id"])
    _rates()
    op.create_table(
        "pay_line_slip",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("line_id", sa.BigInteger(), nullable=False),
        sa.Column("slip_id", sa.BigInteger(), nullable=False, comment="a slip is paid once"),
        sa.Column("student_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["line_id"], ["pay_line.id"], name=op.f("fk_pay_line_slip_line_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pay_line_slip")),
        sa.UniqueConstraint("slip_id", name=op.f("uq_pay_line_slip_slip_id")),
    )
    op.create_index("ix_pay_line_slip_line_id", "pay_line_slip", ["line_id", "id"])
    op.execute("INSERT INTO pay_line_slip (line_id, slip_id, student_id) SELECT id, slip_id, student_id FROM pay_line")
    _lines()
    op.execute(_COUNT)


def _rates() -> None:
    op.add_column(
        "tutor_rate",
        sa.Column(
            "basis",
            sa.Text(),
            server_default="perHour",
            nullable=False,
            comment="perHour: a tutorial once; perStudent: once for each student",
        ),
    )
    op.add_column(
        "tutor_rate",
        sa.Column(
            "group_supplement",
            sa.BigInteger(),
            server_default="0",
            nullable=False,
            comment="an hour, for each of a group",
        ),
    )
    op.add_column(
        "tutor_rate",
        sa.Column(
            "group_from",
            sa.BigInteger(),
            server_default="2",
            nullable=False,
            comment="the supplement is paid for this student and each further one",
        ),
    )
    op.create_check_constraint(op.f("ck_tutor_rate_basis"), "tutor_rate", "basis IN ('perHour', 'perStudent')")
    op.create_check_constraint(
        op.f("ck_tutor_rate_supplement"),
        "tutor_rate",
        "group_supplement >= 0 AND (basis = 'perHour' OR group_supplement = 0)",
    )
    op.create_check_constraint(op.f("ck_tutor_rate_group_from"), "tutor_rate", "group_from >= 2")


def _lines() -> None:
    op.add_column("pay_line", sa.Column("session", sa.Text(), comment="as on its slips"))
    op.add_column("pay_line", sa.Column("event_id", sa.BigInteger()))
    op.add_column("pay_line", sa.Column("students", sa.Integer(), server_default="0", nullable=False))
    op.add_column(
        "pay_line",
        sa.Column(
            "former",
            sa.Integer(),
            server_default="0",
            nullable=False,
            comment="students for whom the tutorial was paid before: then the line pays what further ones add",
        ),
    )
    op.add_column("pay_line", sa.Column("basis", sa.Text(), server_default="perHour", nullable=False))
    op.add_column("pay_line", sa.Column("group_supplement", sa.BigInteger(), server_default="0", nullable=False))
    op.add_column("pay_line", sa.Column("group_from", sa.Integer(), server_default="2", nullable=False))
    op.execute(
        "UPDATE pay_line l SET session = coalesce((SELECT session FROM slip WHERE id = l.slip_id AND"
        " tutor_id = l.tutor_id), 'slip ' || slip_id)"
    )
    op.execute(_MERGE)
    op.execute("UPDATE pay_line l SET students = (SELECT count(*) FROM pay_line_slip WHERE line_id = l.id)")
    op.alter_column("pay_line", "session", nullable=False)
    op.alter_column("pay_line", "minutes", comment="length of the tutorial")
    for name in ("amount", "slip_id", "student_id"):
        op.drop_column("pay_line", name)
    op.add_column(
        "pay_line", sa.Column("amount", sa.BigInteger(), sa.Computed(_AMOUNT, persisted=True), nullable=False)
    )
    op.add_column(
        "pay_line",
        sa.Column(
            "worked",
            sa.Integer(),
            sa.Computed("CASE WHEN former = 0 THEN minutes ELSE 0 END", persisted=True),
            nullable=False,
            comment="minutes by the clock: those of a tutorial count once",
        ),
    )
    op.create_check_constraint(op.f("ck_pay_line_basis"), "pay_line", "basis IN ('perHour', 'perStudent')")
    op.create_check_constraint(op.f("ck_pay_line_former"), "pay_line", "former >= 0")
    op.create_index("ix_pay_line_session", "pay_line", ["session"])
