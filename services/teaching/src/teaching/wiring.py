"""Table of contents of teaching."""

from kit.service import Service
from teaching.copies.events import SUBSCRIPTIONS
from teaching.references import FOREIGN, USES
from teaching.schema import metadata
from teaching.slips.events import SLIP_CHANGED
from teaching.slips.lists import SLIPS
from teaching.slips.routes import routes
from teaching.slips.workflow import SLIP

service = Service(
    name="teaching",
    metadata=metadata,
    routes=(routes,),
    lists=(SLIPS,),
    workflows=(SLIP,),
    events=(SLIP_CHANGED,),
    subscriptions=SUBSCRIPTIONS,
    foreign=FOREIGN,
    uses=USES,
)
