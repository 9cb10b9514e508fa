"""Declarations of stored files."""

from files.documents.events import SUBSCRIPTIONS
from files.documents.fields import FILE
from files.documents.jobs import DISCARD, EVERY_NIGHT
from files.documents.lists import FILES
from files.documents.routes import routes
from files.documents.rpc import FILE_SERVICE
from kit.service import Module

MODULE = Module(
    routes=(routes,),
    fieldsets=(FILE,),
    lists=(FILES,),
    subscriptions=SUBSCRIPTIONS,
    jobs=(DISCARD,),
    schedules=(EVERY_NIGHT,),
    rpc=(FILE_SERVICE,),
)
