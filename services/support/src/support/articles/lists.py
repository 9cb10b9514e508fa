"""The list of helpful documents."""

from __future__ import annotations

from kit.lists import Column, ListSpec
from support.articles.attributes import ARTICLE
from support.articles.fields import ARTICLE_FIELDS
from support.articles.model import article

ARTICLES = ListSpec(
    name="articles",
    path="/v2/support/articles",
    title="Helpful documents",
    one="document",
    record=ARTICLE_FIELDS,
    default_sort="-helped",
    columns=ARTICLE.columns(
        Column(name="id", expression=article.c.id, type="id", hidden=True), *("name", "helped", "inserted", "last")
    ),
)
