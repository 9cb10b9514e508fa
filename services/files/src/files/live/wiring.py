"""Service of live drawing: `python -m kit web files.live`. It uses the tables of files."""

from files.live.hub import hub
from files.live.routes import routes
from files.schema import metadata
from kit.service import Service

service = Service(name="files-live", metadata=metadata, routes=(routes,), background=(hub.listener.run,))
