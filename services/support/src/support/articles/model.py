"""Table of the documents that helped."""

import sqlalchemy as sa

from support.articles.attributes import ARTICLE
from support.schema import metadata

article = ARTICLE.table("article", metadata, sa.UniqueConstraint("file_id"))
"""A document of the library, counted each time that it spared a ticket or was put into an answer."""
ARTICLE.index_sorts(article)
