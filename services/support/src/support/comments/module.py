"""Declarations of comments."""

from kit.service import Module
from support.comments.routes import routes
from support.events import COMMENT_CHANGED

MODULE = Module(routes=(routes,), events=(COMMENT_CHANGED,))
