"""Declarations of helpful documents."""

from kit.service import Module
from support.articles.fields import ARTICLE_FIELDS
from support.articles.lists import ARTICLES
from support.articles.routes import routes

MODULE = Module(routes=(routes,), fieldsets=(ARTICLE_FIELDS,), lists=(ARTICLES,))
