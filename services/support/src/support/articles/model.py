"""Table of helpful documents."""

import sqlalchemy as sa

from support.articles.attributes import ARTICLE
from support.schema import metadata

article = ARTICLE.table("article", metadata, sa.UniqueConstraint("file_id"))
"""A library document with counts of avoided tickets and of insertions into answers."""
ARTICLE.index_sorts(article)
