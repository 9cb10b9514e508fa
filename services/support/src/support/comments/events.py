"""Events that support publishes about comments."""

from kit.events import Event
from staffroom.support.events.v1 import events_pb2

COMMENT_CHANGED = Event("support.comment.changed", events_pb2.CommentChanged)
