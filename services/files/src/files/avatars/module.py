"""Declarations of pictures of users."""

from files.avatars.events import SUBSCRIPTIONS
from files.avatars.routes import routes
from files.avatars.rpc import AVATAR_SERVICE
from kit.service import Module

MODULE = Module(routes=(routes,), subscriptions=SUBSCRIPTIONS, rpc=(AVATAR_SERVICE,))
