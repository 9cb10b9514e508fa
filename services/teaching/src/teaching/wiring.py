"""The declarations of the service teaching."""

from kit.service import Service
from teaching.copies import events as copies
from teaching.references import FOREIGN, USES
from teaching.schema import metadata
from teaching.slips import events as slip_events
from teaching.slips.fields import FIELDSETS
from teaching.slips.lists import LISTS
from teaching.slips.routes import routes
from teaching.slips.workflow import SLIP

service = Service(
    name="teaching",
    metadata=metadata,
    routes=(routes,),
    fieldsets=FIELDSETS,
    lists=LISTS,
    workflows=(SLIP,),
    subscriptions=(*copies.SUBSCRIPTIONS, *slip_events.SUBSCRIPTIONS),
    foreign=FOREIGN,
    uses=USES,
)
