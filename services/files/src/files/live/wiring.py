"""Service of drawing together: `python -m kit web files.live`. Its tables are those of files."""

from files.live.hub import hub
from files.live.routes import routes
from files.schema import metadata
from kit.service import Service

service = Service(name="files-live", metadata=metadata, routes=(routes,), background=(hub.listener.run,))
