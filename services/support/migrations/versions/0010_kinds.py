"""Tables of the kinds of notice and comment that services declare.

An existing installation keeps its kinds until each service declares its own, since other services may be upgraded
later. A new one gets them only from events.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0010"
down_revision: str | None = "0009"
branch_labels = None
depends_on = None


def _columns() -> list[sa.Column]:
    return [
        sa.Column("service", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False, comment="within its service's declaration"),
    ]


def upgrade() -> None:
    op.create_table(
        "notice_kind",
        *_columns(),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("must", sa.Boolean(), nullable=False),
        sa.Column("mail", sa.Boolean(), nullable=False),
        sa.Column("roles", sa.ARRAY(sa.Text()), nullable=False),
        sa.PrimaryKeyConstraint("service", "name", name=op.f("pk_notice_kind")),
    )
    op.create_table(
        "comment_kind",
        *_columns(),
        sa.Column("screen", sa.Text(), nullable=False),
        sa.Column("types", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("asked", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("service", "name", name=op.f("pk_comment_kind")),
    )
    keep_kinds_in_use(op.get_bind())


def keep_kinds_in_use(connection: sa.Connection) -> None:
    """Insert the kinds of the previous release, if there are users."""
    if connection.scalar(sa.text("SELECT NOT EXISTS (SELECT FROM directory_user)")):
        return
    for table, kinds in (("notice_kind", _NOTICES), ("comment_kind", _COMMENTS)):
        rows = [
            {"service": service, "place": place, "position": position, **kind}
            for service, place, declared in kinds
            for position, kind in enumerate(declared)
        ]
        types = {"types": postgresql.JSONB, "roles": sa.ARRAY(sa.Text)}
        columns = [sa.column(name, types.get(name)) for name in rows[0]]
        connection.execute(sa.insert(sa.table(table, *columns)), rows)


def _notice(name: str, title: str, text: str, *, must: bool = False, mail: bool = False, roles: str = "") -> dict:
    return {"name": name, "title": title, "text": text, "must": must, "mail": mail, "roles": roles.split()}


def _comment(name: str, title: str, screen: str, types: str = "", *, asked: bool = True) -> dict:
    chosen = [_TYPES[one] for one in ("general", *types.split())]
    return {"name": name, "title": title, "screen": screen, "types": chosen, "asked": asked}


def _type(value: str, label: str, color: str, audience: str = "") -> dict:
    return {"value": value, "label": label, "color": color, "audience": audience.split()}


_TYPES = {
    one["value"]: one
    for one in (
        _type("general", "General", "grey"),
        _type("contact", "Contact", "blue"),
        _type("academic", "Academic", "teal"),
        _type("welfare", "Welfare", "red"),
        _type("finance", "Finance", "amber"),
        _type("hiring", "Hiring", "purple"),
        _type("tutors", "For tutors", "green", "tutor"),
        _type("shared", "Shared", "green", "candidate client student tutor"),
    )
}
_NOTICES = (
    (
        "people",
        10,
        (
            _notice(
                "event", "Calendar, bookings", "An event with you is booked, moved, or takes place after all", mail=True
            ),
            _notice(
                "eventCancelled",
                "Calendar, cancellations",
                "An event with you is cancelled, or takes place without you",
                must=True,
                mail=True,
            ),
            _notice(
                "eventDay", "Calendar, a day before", "What is in your calendar, 24 hours before it begins", mail=True
            ),
            _notice(
                "eventHour", "Calendar, an hour before", "What is in your calendar, an hour before it begins", mail=True
            ),
        ),
    ),
    (
        "teaching",
        20,
        (
            _notice(
                "slip",
                "Slips",
                "A slip can be read, or came back to its writer",
                roles="tutor invigilator student client",
            ),
            _notice(
                "lateSlip",
                "Late slips",
                "A slip of yours is due or late; for the academic office, three days late",
                mail=True,
                roles="tutor invigilator academicOffice",
            ),
            _notice(
                "report",
                "Term reports",
                "A report is asked for, can be read, or came back to its tutor",
                roles="tutor student client",
            ),
            _notice(
                "lateReport",
                "Late term reports",
                "A report of yours is due or late; for the academic office, 8 days late",
                mail=True,
                roles="tutor academicOffice",
            ),
            _notice(
                "collection",
                "Collections",
                "You hold a collection, or a collection report can be read",
                roles="staff tutor student client",
            ),
            _notice("homework", "Homework", "Homework is set, handed in or marked", roles="tutor student"),
            _notice("journal", "Journal", "Somebody names you on a journal entry", roles="staff tutor"),
            _notice(
                "tuition",
                "Offers of tuition",
                "You are offered a course; for the academic office, a tutor declines one",
                mail=True,
                roles="tutor academicOffice",
            ),
        ),
    ),
    (
        "finance",
        40,
        (
            _notice(
                "reminder",
                "Reminders of invoices",
                "An invoice reaches its last reminder, for the accounts office",
                roles="staff",
            ),
            _notice("bankDetails", "Bank details", "Bank details of a tutor change", must=True, roles="staff tutor"),
        ),
    ),
)
_COMMENTS = (
    (
        "people",
        10,
        (
            _comment("student", "Student", "/students/{id}/comments", "contact academic welfare finance shared"),
            _comment("tutor", "Tutor", "/tutors/{id}/comments", "contact academic finance shared"),
            _comment("staff", "Staff", "/staff/{id}/comments", "contact"),
            _comment("client", "Client", "/clients/{id}/comments", "contact finance shared"),
            _comment("candidate", "Candidate", "/candidates/{id}/comments", "contact academic shared"),
            _comment("invigilator", "Invigilator", "/invigilators/{id}/comments", "contact"),
            _comment("agent", "Agent", "/agents", "contact finance"),
        ),
    ),
    ("identity", 20, (_comment("user", "User", "/users/{id}"),)),
    (
        "people",
        30,
        (
            _comment("application", "Tutor application", "/applications/tutors/{id}", "contact hiring", asked=False),
            _comment("course", "Course", "/courses/{id}/comments", "academic tutors shared"),
            _comment("cws", "Course with student", "/courses/list", "academic"),
            _comment("location", "Location", "/locations/all"),
            _comment("enquiry", "Lead", "/lead/{id}", "contact finance", asked=False),
            _comment("enquiryWithType", "Lead", "/lead/{id}", "contact finance", asked=False),
            _comment("exam", "Exam", "/exams", asked=False),
            _comment("examSeries", "Exam series", "/exams/series", asked=False),
            _comment("formEntry", "Form entry", "/form/entry/{id}", asked=False),
            _comment("event", "Calendar entry", "/companyCalendar/agenda", asked=False),
        ),
    ),
    (
        "finance",
        40,
        (
            _comment("invoice", "Invoice", "/accounts/invoices", "contact finance"),
            _comment("bill", "Bill", "/accounts/bills", "finance", asked=False),
            _comment("tutorPayment", "Tutor payment", "/finance/tutorpayments", "finance", asked=False),
            _comment("expense", "Expense claim", "/system/expenses", "finance", asked=False),
        ),
    ),
    (
        "teaching",
        50,
        (
            _comment("slip", "Slip", "/system/slips", "academic welfare"),
            _comment("homework", "Homework", "/academic-office/homework-from-tutors", "academic", asked=False),
            _comment("report", "Report", "/system/reports", "academic", asked=False),
            _comment("collectionReport", "Collection report", "/system/collectionreports", "academic", asked=False),
            _comment("studyPlan", "Study plan", "/courses/list", "academic", asked=False),
            _comment("journalEntry", "Journal entry", "/journal", asked=False),
        ),
    ),
    ("files", 70, (_comment("file", "File", "/file/{id}"),)),
    (
        "identity",
        80,
        (
            _comment("department", "Department", "/departments"),
            _comment("organisation", "Organisation", "/orgs", "finance"),
        ),
    ),
)
