"""Read copies: invoiced persons and their addresses, who pays for whom, and for which organisation; enquiries, exams,
and the support tickets about invoices. Only events write them; `kit replay` rebuilds them."""

import sqlalchemy as sa

from finance.schema import metadata
from kit.database.tables import archived_column, copy_table

PERSON_KINDS = ("client", "student", "candidate", "agent")
"""Kinds of person who can be invoiced. Schools have no kind: they have client records."""
person = sa.Table(
    "person",
    metadata,
    sa.Column(
        "kind", sa.Text, primary_key=True, comment="client, student, candidate or agent: those who can be invoiced"
    ),
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False, comment="counts within the kind"),
    sa.Column("title", sa.Text, nullable=False, server_default=""),
    sa.Column("first_name", sa.Text, nullable=False, server_default=""),
    sa.Column("last_name", sa.Text, nullable=False, server_default=""),
    sa.Column(
        "name",
        sa.Text,
        sa.Computed("btrim(first_name || ' ' || last_name)", persisted=True),
        nullable=False,
    ),
    sa.Column("email", sa.Text, nullable=False, server_default=""),
    sa.Column("agent_id", sa.BigInteger, comment="through whom a student came"),
)

LINES = ("line1", "line2", "line3", "city", "postcode", "country")
"""Lines of an address, as people publishes it."""
address = copy_table(
    "address",
    metadata,
    sa.Column("person_kind", sa.Text, nullable=False),
    sa.Column("person_id", sa.BigInteger, nullable=False),
    sa.Column("primary", sa.Boolean, nullable=False, comment="the one to write to"),
    *(sa.Column(name, sa.Text, nullable=False, server_default="") for name in LINES),
    sa.Index("ix_address_person", "person_kind", "person_id", "id"),
)

client_student = copy_table(
    "client_student",
    metadata,
    sa.Column("client_id", sa.BigInteger, nullable=False),
    sa.Column("student_id", sa.BigInteger, nullable=False),
    sa.Column("pays", sa.Boolean, nullable=False, comment="the student's invoices go to this client"),
    sa.Index("ix_client_student_student_id", "student_id", "id"),
)

organisation = copy_table(
    "organisation",
    metadata,
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("currency", sa.Text, nullable=False),
    sa.Column("deleted", sa.Boolean, nullable=False, server_default=sa.false()),
    archived_column(),
)
"""Deleted records stay for the invoices that name them."""

support_ticket = copy_table(
    "support_ticket",
    metadata,
    sa.Column("invoice_id", sa.BigInteger, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Index("ix_support_ticket_invoice_id", "invoice_id", "id"),
)

invoice_comment = copy_table(
    "invoice_comment",
    metadata,
    sa.Column("invoice_id", sa.BigInteger, nullable=False),
    sa.Column("comment", sa.Text, nullable=False, comment="its words, without markup, 500 characters at most"),
    sa.Column("modified", sa.DateTime(timezone=True), nullable=False),
    sa.Index("ix_invoice_comment_invoice_id", "invoice_id", "modified", "id"),
)

enquiry = sa.Table(
    "enquiry",
    metadata,
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False, comment="the enquiryWithTypeId"),
    sa.Column("student_id", sa.BigInteger, comment="whom it is about"),
    sa.Column("candidate_id", sa.BigInteger, comment="whom it is about"),
    sa.Column("client_id", sa.BigInteger, comment="who asked and pays"),
)

exam = copy_table(
    "exam",
    metadata,
    sa.Column("title", sa.Text, nullable=False, comment="level and subject"),
    sa.Column("board", sa.Text, nullable=False),
    sa.Column("code", sa.Text, nullable=False, server_default=""),
    sa.Column("papers", sa.Integer, nullable=False),
    sa.Index("ix_exam_title", "title", "id"),
)
