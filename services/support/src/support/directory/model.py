"""Read copies: users of identity, people and members of courses of people, invoices of finance, slips of teaching.

`replay` rebuilds them.
"""

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from kit.database.tables import copy_table
from support.schema import metadata

user = copy_table(
    "directory_user",
    metadata,
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("email", sa.Text, nullable=False, server_default=""),
    sa.Column("active", sa.Boolean, nullable=False),
    sa.Column("role_ids", ARRAY(sa.Text), nullable=False, server_default="{}"),
    sa.Index("ix_directory_user_role_ids", "role_ids", postgresql_using="gin"),
)
"""A user as last published by identity (`identity.user.changed`)."""

course_member = sa.Table(
    "directory_course_member",
    metadata,
    sa.Column("course_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("person_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Index("ix_directory_course_member_person", "kind", "person_id", "course_id"),
)
"""A tutor or student of a course as last published by people (`people.course.changed`); `kind` is tutor or student."""

person = sa.Table(
    "directory_person",
    metadata,
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("title", sa.Text, nullable=False, server_default=""),
    sa.Column("first_name", sa.Text, nullable=False, server_default=""),
    sa.Column("last_name", sa.Text, nullable=False, server_default=""),
    sa.Column("email", sa.Text, nullable=False, server_default=""),
    sa.Column("user_id", sa.BigInteger),
    sa.Index("ix_directory_person_user_id", "user_id"),
)
"""A person of one kind as last published by people (`people.person.changed`), or a lead (`people.lead.changed`), whose
kind is `lead`; `id` is unique within the kind."""

invoice = copy_table(
    "directory_invoice",
    metadata,
    sa.Column("number", sa.Text, nullable=False, server_default=""),
    sa.Column("is_credit_note", sa.Boolean, nullable=False),
    sa.Column("currency", sa.Text, nullable=False),
    sa.Column("total", sa.BigInteger, nullable=False),
    sa.Column("outstanding", sa.BigInteger, nullable=False),
    sa.Column("person_kind", sa.Text, nullable=False),
    sa.Column("person_id", sa.BigInteger, nullable=False),
    sa.Column("student_id", sa.BigInteger),
    sa.Column("due_date", sa.Date),
)
"""An invoice as last published by finance (`finance.invoice.changed`): amounts in minor units; `person_kind` and
`person_id` are the invoiced person, `student_id` the student it is about."""

slip = copy_table(
    "directory_slip", metadata, sa.Column("tutor_id", sa.BigInteger), sa.Column("student_id", sa.BigInteger)
)
"""The people of a slip, from the latest `teaching.slip.changed`."""
