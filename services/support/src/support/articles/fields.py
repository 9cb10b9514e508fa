"""A helpful document as a record; it cannot be edited."""

from __future__ import annotations

from kit.policy import nobody
from kit.records import Acts, FieldSet
from support.articles.attributes import ARTICLE
from support.articles.model import article
from support.teams import support_staff

ARTICLE_FIELDS = FieldSet(
    name="article",
    table=article,
    path="/v2/support/article/{id}",
    read=support_staff,
    may=nobody,
    sections=ARTICLE.sections(
        {"article": "Document"}, {entry.name: Acts(read_only=True) for entry in ARTICLE if entry.section}
    ),
)
