"""Website notices and dashboards"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0012"
down_revision: str | None = "0011"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "website_notice",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False, comment="sanitised html"),
        sa.Column(
            "picture",
            postgresql.ARRAY(sa.BigInteger()),
            server_default="{}",
            nullable=False,
            comment="at most one file id of a picture",
        ),
        sa.Column(
            "audience", postgresql.ARRAY(sa.Text()), server_default="{}", nullable=False, comment="none: everybody"
        ),
        sa.Column("language", sa.Text(), server_default="en", nullable=False),
        sa.Column("priority", sa.Text(), server_default="normal", nullable=False),
        sa.Column("shown_from", sa.Date(), nullable=False),
        sa.Column("shown_until", sa.Date(), nullable=True),
        sa.Column("status", sa.Text(), server_default="draft", nullable=False),
        sa.Column("reason", sa.Text(), server_default="", nullable=False, comment="of the last return or withdrawal"),
        sa.Column(
            "hands",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default=sa.text("'{}'"),
            nullable=False,
            comment="who decided what it pays, and who took its steps: {step: {user id: [what, day]}}",
        ),
        sa.Column("submitted_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("submitted", sa.DateTime(timezone=True), nullable=True),
        sa.Column("approved_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("approved", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("language IN ('en', 'pt')", name=op.f("ck_website_notice_language")),
        sa.CheckConstraint("priority IN ('normal', 'important', 'urgent')", name=op.f("ck_website_notice_priority")),
        sa.CheckConstraint(
            "status IN ('draft', 'submitted', 'approved', 'withdrawn')", name=op.f("ck_website_notice_status")
        ),
        sa.CheckConstraint("shown_until IS NULL OR shown_until >= shown_from", name=op.f("ck_website_notice_dates")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_website_notice")),
    )
    op.create_index(
        "ix_website_notice_public",
        "website_notice",
        ["language", "shown_from"],
        unique=False,
        postgresql_where=sa.text("status = 'approved'"),
    )
    op.create_index("ix_website_notice_shown_from", "website_notice", ["shown_from", "id"], unique=False)
    op.create_index("ix_website_notice_title", "website_notice", ["title", "id"], unique=False)
    op.create_index(
        "ix_website_notice_title_plain",
        "website_notice",
        [sa.literal_column("plain(title)").label("plain")],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )
    op.create_table(
        "dashboard",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), server_default="", nullable=False),
        sa.Column("shared_roles", postgresql.ARRAY(sa.Text()), server_default="{}", nullable=False),
        sa.Column(
            "shared_with", postgresql.ARRAY(sa.BigInteger()), server_default="{}", nullable=False, comment="user ids"
        ),
        sa.Column("default_roles", postgresql.ARRAY(sa.Text()), server_default="{}", nullable=False),
        sa.Column("period", sa.Text(), nullable=True),
        sa.Column("org_id", sa.BigInteger(), nullable=True),
        sa.Column(
            "owner_id", sa.BigInteger(), nullable=True, comment="user id; absent: a start board of the installation"
        ),
        sa.Column("owner_name", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(["org_id"], ["organisation.id"], name=op.f("fk_dashboard_org_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_dashboard")),
    )
    op.create_index(op.f("ix_dashboard_org_id"), "dashboard", ["org_id"], unique=False)
    op.create_index(op.f("ix_dashboard_owner_id"), "dashboard", ["owner_id"], unique=False)
    op.create_index("ix_dashboard_title", "dashboard", ["title", "id"], unique=False)
    op.create_index(
        "ix_dashboard_title_plain",
        "dashboard",
        [sa.literal_column("plain(title)").label("plain")],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )
    op.create_table(
        "dashboard_tile",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("kind", sa.Text(), server_default="number", nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("service", sa.Text(), server_default="", nullable=False, comment="the owner of the list"),
        sa.Column("list_path", sa.Text(), server_default="", nullable=False, comment="path of the list"),
        sa.Column(
            "query",
            sa.Text(),
            server_default="",
            nullable=False,
            comment="filters of the list as in an address; @period stands for the days of a period",
        ),
        sa.Column("period_filter", sa.Text(), server_default="", nullable=False),
        sa.Column("grouped_by", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "measure", sa.Text(), server_default="", nullable=False, comment="a sum of the list; empty: the number"
        ),
        sa.Column("compare", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("chart", sa.Text(), server_default="columns", nullable=False),
        sa.Column("shown_columns", sa.Text(), server_default="", nullable=False),
        sa.Column("sorted_by", sa.Text(), server_default="", nullable=False),
        sa.Column("text", sa.Text(), server_default="", nullable=False, comment="sanitised html"),
        sa.Column("x", sa.Integer(), server_default="0", nullable=False),
        sa.Column("y", sa.Integer(), server_default="0", nullable=False),
        sa.Column("w", sa.Integer(), server_default="3", nullable=False),
        sa.Column("h", sa.Integer(), server_default="2", nullable=False),
        sa.Column("dashboard_id", sa.BigInteger(), nullable=False),
        sa.CheckConstraint(
            "chart IN ('columns', 'bars', 'line', 'area', 'pie', 'heat')", name=op.f("ck_dashboard_tile_chart")
        ),
        sa.CheckConstraint(
            "kind IN ('number', 'chart', 'table', 'calendar', 'waiting', 'text')", name=op.f("ck_dashboard_tile_kind")
        ),
        sa.CheckConstraint("x + w <= 12", name=op.f("ck_dashboard_tile_place")),
        sa.ForeignKeyConstraint(
            ["dashboard_id"], ["dashboard.id"], name=op.f("fk_dashboard_tile_dashboard_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_dashboard_tile")),
    )
    op.create_index("ix_dashboard_tile_dashboard_id", "dashboard_tile", ["dashboard_id", "y", "x", "id"], unique=False)
    _create_start_boards()


def _create_start_boards() -> None:
    """Write a board for each role of the office. They have no owner: sysAdmin changes them, others copy them."""
    boards = sa.table(
        "dashboard", *(sa.column(name) for name in ("title", "description", "shared_roles", "default_roles"))
    )
    tiles = sa.table("dashboard_tile", *(sa.column(name) for name in ("dashboard_id", *_TILE)))
    for title, description, roles, rows in _BOARDS:
        arrays = {name: sa.cast(list(roles), postgresql.ARRAY(sa.Text)) for name in ("shared_roles", "default_roles")}
        board = op.get_bind().scalar(
            sa.insert(boards).values(title=title, description=description, **arrays).returning(sa.column("id"))
        )
        for row in rows:
            op.execute(sa.insert(tiles).values(dashboard_id=board, **dict(zip(_TILE, row, strict=True))))


_TILE = (
    "kind",
    "title",
    "service",
    "list_path",
    "query",
    "grouped_by",
    "measure",
    "compare",
    "chart",
    "period_filter",
    "sorted_by",
    "x",
    "y",
    "w",
    "h",
)
_MONTH, _YEAR = "tutorialDate=@thisMonth", "tutorialDate=@past365"


def _number(
    x: int,
    y: int,
    title: str,
    service: str,
    path: str,
    query: str = "",
    by: str = "",
    measure: str = "",
    period: str = "",
    *,
    compare: bool = False,
) -> tuple[object, ...]:
    return "number", title, service, path, query, by, measure, compare, "columns", period, "", x, y, 3, 2


def _chart(
    x: int,
    y: int,
    title: str,
    service: str,
    path: str,
    query: str,
    by: str,
    measure: str = "",
    chart: str = "columns",
    period: str = "",
) -> tuple[object, ...]:
    return "chart", title, service, path, query, by, measure, False, chart, period, "", x, y, 6, 4


def _rows(
    x: int,
    y: int,
    title: str,
    service: str,
    path: str,
    query: str,
    sort: str = "",
    kind: str = "table",
    period: str = "",
) -> tuple[object, ...]:
    return kind, title, service, path, query, "", "", False, "columns", period, sort, x, y, 6, 5


def _waiting(x: int, y: int) -> tuple[object, ...]:
    return "waiting", "Waiting for me", "", "", "", "", "", False, "columns", "", "", x, y, 6, 5


_TICKETS, _UNPAID = "/v2/support/tickets", "/invoices/unpaid"
_BOARDS = (
    (
        "Academic office",
        "Slips, absences, homework and reports",
        ("academicOffice",),
        (
            _number(0, 0, "Slips to approve", "teaching", "/slips", "status=submitted"),
            _number(3, 0, "Slips to write", "teaching", "/slip/unwritten"),
            _number(
                6,
                0,
                "Flagged absences this month",
                "teaching",
                "/slip/absences",
                f"isFlagged=true&{_MONTH}",
                "tutorialDate.month",
                period="tutorialDate",
                compare=True,
            ),
            _number(9, 0, "Homework outstanding", "teaching", "/homework", "isOutstanding=true"),
            _chart(
                0, 2, "Tutorials by month", "teaching", "/slips", _YEAR, "tutorialDate.month", period="tutorialDate"
            ),
            _chart(
                6,
                2,
                "Absences by reason",
                "teaching",
                "/slip/absences",
                _YEAR,
                "reason",
                chart="bars",
                period="tutorialDate",
            ),
            _rows(0, 6, "Reports to review", "teaching", "/reports", "status=submitted", "deadline"),
            _rows(6, 6, "Next seven days", "people", "/events", "start=@next7", "start", "calendar"),
            _waiting(0, 11),
        ),
    ),
    (
        "Accounts",
        "Invoices, payments and claims",
        ("accounting", "finance"),
        (
            _number(
                0,
                0,
                "Invoiced this month",
                "finance",
                "/invoices",
                "date=@thisMonth",
                "date.month",
                "total",
                "date",
                compare=True,
            ),
            _number(3, 0, "Outstanding", "finance", _UNPAID, "", "orgId", "outstanding"),
            _number(6, 0, "Drafts", "finance", "/invoices", "status=draft"),
            _number(9, 0, "Claims to approve", "finance", "/expenses", "status=submitted"),
            _chart(
                0, 2, "Invoiced by month", "finance", "/invoices", "date=@past365", "date.month", "total", period="date"
            ),
            _chart(6, 2, "Outstanding by age", "finance", _UNPAID, "", "age", "outstanding", "bars"),
            _rows(0, 6, "Overdue", "finance", "/invoices", "overdue=true", "dueDate"),
            _rows(6, 6, "Due in 14 days", "finance", _UNPAID, "dueDate=@next14", "dueDate", "calendar"),
            _waiting(0, 11),
        ),
    ),
    (
        "Admissions",
        "Enquiries, new students and offers of tuition",
        ("staff",),
        (
            _number(0, 0, "Leads this month", "people", "/leads", "created=@thisMonth", period="created"),
            _number(3, 0, "Active students", "people", "/students", "status=active"),
            _number(6, 0, "Courses without tutor", "people", "/courses", "noTutor=true"),
            _number(9, 0, "Open offers", "teaching", "/offers", "status=offered"),
            _chart(0, 2, "Offers by status", "teaching", "/offers", "created=@past365", "status", period="created"),
            _chart(
                6,
                2,
                "Offers by month",
                "teaching",
                "/offers",
                "created=@past365",
                "created.month",
                chart="line",
                period="created",
            ),
            _rows(0, 6, "Newest leads", "people", "/leads", "", "-id"),
            _rows(6, 6, "Courses without tutor", "people", "/courses", "noTutor=true"),
        ),
    ),
    (
        "Exams",
        "Series, exams and candidates",
        ("examsOffice",),
        (
            _number(0, 0, "Active candidates", "people", "/candidates", "status=active"),
            _number(3, 0, "Candidates under 18", "people", "/candidates", "status=active&under18=true"),
            _number(6, 0, "Open series", "people", "/system/examseries", "archived=false"),
            _number(9, 0, "Exams", "people", "/exam"),
            _rows(0, 2, "Series", "people", "/system/examseries", "archived=false"),
            _rows(6, 2, "Exams", "people", "/exam", ""),
            _rows(0, 7, "Next 30 days", "people", "/events", "type=exam&start=@next30", "start", "calendar"),
            _waiting(6, 7),
        ),
    ),
    (
        "Compliance",
        "Under-18s, checks and absences",
        ("affiliateCompliance",),
        (
            _number(0, 0, "Students under 18", "people", "/students", "status=active&under18=true"),
            _number(3, 0, "Students without date of birth", "people", "/students", "status=active&noBirthDate=true"),
            _number(6, 0, "Tutors without DBS", "people", "/tutors", "status=active&noDbs=true"),
            _number(9, 0, "Staff without DBS", "people", "/staff", "status=active&noDbs=true"),
            _chart(
                0,
                2,
                "Flagged absences of under-18s",
                "teaching",
                "/slip/absences",
                f"under18=true&isFlagged=true&{_YEAR}",
                "tutorialDate.month",
                period="tutorialDate",
            ),
            _chart(
                6,
                2,
                "Absences by weekday",
                "teaching",
                "/slip/absences",
                f"under18=true&{_YEAR}",
                "weekday",
                period="tutorialDate",
            ),
            _rows(0, 6, "Tutors without DBS", "people", "/tutors", "status=active&noDbs=true"),
            _rows(6, 6, "Students under 18", "people", "/students", "status=active&under18=true"),
        ),
    ),
    (
        "Support",
        "Tickets by team, age and rating",
        ("techSupport", "tutorSupport"),
        (
            _number(0, 0, "Open tickets", "support", _TICKETS, "open=true"),
            _number(3, 0, "Overdue", "support", _TICKETS, "open=true&overdue=true"),
            _number(6, 0, "Unassigned", "support", _TICKETS, "open=true&unassigned=true"),
            _number(
                9,
                0,
                "New this month",
                "support",
                _TICKETS,
                "date=@thisMonth",
                "date.month",
                period="date",
                compare=True,
            ),
            _chart(0, 2, "Open by team", "support", _TICKETS, "open=true", "type", chart="bars"),
            _chart(6, 2, "Tickets by month", "support", _TICKETS, "date=@past365", "date.month", period="date"),
            _rows(0, 6, "Overdue", "support", _TICKETS, "open=true&overdue=true", "due"),
            _chart(6, 6, "Ratings", "support", _TICKETS, "date=@past365", "rating", chart="pie", period="date"),
            _waiting(0, 11),
        ),
    ),
    (
        "Director",
        "The whole house at a glance",
        ("sysAdmin",),
        (
            _number(0, 0, "Active students", "people", "/students", "status=active"),
            _number(
                3,
                0,
                "Invoiced this month",
                "finance",
                "/invoices",
                "date=@thisMonth",
                "date.month",
                "total",
                "date",
                compare=True,
            ),
            _number(6, 0, "Outstanding", "finance", _UNPAID, "", "orgId", "outstanding"),
            _number(9, 0, "Open tickets", "support", _TICKETS, "open=true"),
            _chart(
                0,
                2,
                "Invoiced by month",
                "finance",
                "/invoices",
                "date=@past365",
                "date.month",
                "total",
                "area",
                "date",
            ),
            _chart(6, 2, "Outstanding by age", "finance", _UNPAID, "", "age", "outstanding", "bars"),
            _chart(
                0, 6, "Tutorials by month", "teaching", "/slips", _YEAR, "tutorialDate.month", period="tutorialDate"
            ),
            _chart(
                6, 6, "Hours taught by department", "teaching", "/coursehours", "", "departmentId", "taught", "bars"
            ),
            _chart(
                0,
                10,
                "Tickets by month",
                "support",
                _TICKETS,
                "date=@past365",
                "date.month",
                chart="line",
                period="date",
            ),
            _rows(6, 10, "Overdue invoices", "finance", "/invoices", "overdue=true", "dueDate"),
            _waiting(0, 14),
            _rows(6, 15, "Next seven days", "people", "/events", "start=@next7", "start", "calendar"),
        ),
    ),
)
