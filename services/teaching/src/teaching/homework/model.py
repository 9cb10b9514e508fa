"""Homework, and the homework of each student."""

import sqlalchemy as sa

from kit.database.constraints import unique
from kit.database.searching import search_column
from teaching.homework.attributes import GIVEN, HOMEWORK
from teaching.schema import metadata

homework = HOMEWORK.table(
    "homework",
    metadata,
    sa.Column("tutor_id", sa.BigInteger, index=True, comment="who set it; one of the course where the office did"),
    sa.Column("set_by_id", sa.BigInteger, nullable=False, server_default="0", comment="user id"),
    sa.Column("set_by_name", sa.Text, nullable=False, server_default=""),
    *HOMEWORK.choice_checks("type", "markFrom"),
    info={"nouns": ("piece of homework", "pieces of homework")},
)

given = GIVEN.table(
    "homework_with_student",
    metadata,
    search_column("student_name || ' ' || tutor_name || ' ' || course_title || ' ' || title"),
    *GIVEN.choice_checks("status", "type"),
    unique("uq_homework_with_student", "This student already has this homework", "homework_id", "cws_id"),
    info={"nouns": ("piece of homework of a student", "pieces of homework of students")},
)
"""Its id is the hwsId."""

_c = given.c
GIVEN.index_sorts(given)
sa.Index("ix_homework_with_student_tabs", _c.status, _c.due, _c.id)
# Targets are rare among two million.
sa.Index("ix_homework_with_student_types", _c.type, _c.due, _c.id)
for _name in ("course_id", "student_id", "tutor_id"):
    sa.Index(f"ix_homework_with_student_{_name}", _c[_name], _c.due, _c.id)
