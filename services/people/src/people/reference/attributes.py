"""Attributes of the lists of words that other records choose from."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import Attribute, Attributes, InList, archived_attribute
from kit.values import Integer, Text


def word_attributes(*, labelled: bool = False) -> Attributes:
    """Return the attributes of one list of words, with columns for its table. With `labelled` a word has a label, by
    default its title."""
    title = Attribute(
        name="title",
        type=Text(required=True, max_length=100),
        section="word",
        default=None,
        listed=InList(sortable=True),
    )
    position = Attribute(
        name="position",
        type=Integer(maximum=10_000, required=True),
        section="word",
        stored_as=sa.Integer,
        default="0",
        listed=InList(sortable=True),
    )
    label = sa.Column("label", sa.Text, nullable=False, server_default="")
    shown = InList(expression=sa.case((label == "", title.column), else_=label))
    more = [Attribute(name="label", type=Text(max_length=100), section="word", column=label, listed=shown)]
    return Attributes(title, position, *(more if labelled else ()), archived_attribute("word"))


WORDS = {name: word_attributes() for name in ("level", "subject", "board", "exam_level", "exam_subject")}
"""The attributes of each list, by the name of its table."""
WORDS["grade"] = word_attributes(labelled=True)
"""A grade's `title` is its value."""
