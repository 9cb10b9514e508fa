"""Declarations of notices."""

from kit.service import Module
from support.events import NOTIFICATIONS_CHANGED
from support.notifications.channel import listener
from support.notifications.digest import MAIL_DIGEST, MORNING
from support.notifications.mailing import MAIL_NOTICE
from support.notifications.routes import routes
from support.notifications.subscriptions import SUBSCRIPTIONS

MODULE = Module(
    routes=(routes,),
    events=(NOTIFICATIONS_CHANGED,),
    subscriptions=SUBSCRIPTIONS,
    jobs=(MAIL_NOTICE, MAIL_DIGEST),
    schedules=(MORNING,),
    background=(listener.run,),
)
