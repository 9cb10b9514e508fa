"""The declarations of the service files."""

from __future__ import annotations

from files.avatars import events as avatar_events
from files.avatars.routes import routes as avatar_routes
from files.documents import events, jobs
from files.documents.fields import FILE
from files.documents.lists import FILES
from files.documents.routes import routes as document_routes
from files.documents.rpc import FILE_SERVICE
from files.exports.routes import routes as export_routes
from files.schema import metadata
from files.storage import storage
from kit.records.references import Foreign
from kit.service import Service

service = Service(
    name="files",
    metadata=metadata,
    routes=[document_routes, export_routes, avatar_routes],
    fieldsets=[FILE],
    lists=[FILES],
    subscriptions=[*events.SUBSCRIPTIONS, *avatar_events.SUBSCRIPTIONS],
    jobs=[jobs.DISCARD],
    schedules=[jobs.EVERY_NIGHT],
    rpc=[FILE_SERVICE],
    checks={"storage": lambda: storage().check()},
    wsgi=True,
    foreign=[Foreign(path="/users", name="user", owner="identity", lasting=True)],
)
