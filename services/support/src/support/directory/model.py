"""Read copies: the users of identity and the members of the courses of people. `replay` rebuilds both."""

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from support.schema import metadata

user = sa.Table(
    "directory_user",
    metadata,
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("active", sa.Boolean, nullable=False),
    sa.Column("role_ids", ARRAY(sa.Text), nullable=False, server_default="{}"),
    sa.Index("ix_directory_user_role_ids", "role_ids", postgresql_using="gin"),
)
"""A user as identity last told (`identity.user.changed`)."""

course_member = sa.Table(
    "directory_course_member",
    metadata,
    sa.Column("course_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("person_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Index("ix_directory_course_member_person", "kind", "person_id", "course_id"),
)
"""A tutor or student of a course as people last told (`people.course.changed`); `kind` is tutor or student."""
