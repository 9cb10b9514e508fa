"""Declarations of the user accounts that sysAdmin manages."""

from identity.users.events import SUBSCRIPTIONS
from identity.users.fields import USER
from identity.users.lists import USERS
from identity.users.routes import routes
from identity.users.rpc import service
from kit.service import Module

MODULE = Module(routes=(routes,), fieldsets=(USER,), lists=(USERS,), subscriptions=SUBSCRIPTIONS, rpc=(service,))
