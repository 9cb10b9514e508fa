"""Kinds of records of files that take comments."""

from kit.kinds import CommentKind

COMMENT_KINDS = (CommentKind("file", "File", "/file/{id}", place=70),)
