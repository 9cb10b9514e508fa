"""Declarations of kinds."""

from kit.service import Module
from support.kinds.events import SUBSCRIPTIONS
from support.kinds.own import COMMENT_KINDS, NOTICE_KINDS

MODULE = Module(subscriptions=SUBSCRIPTIONS, notice_kinds=NOTICE_KINDS, comment_kinds=COMMENT_KINDS)
