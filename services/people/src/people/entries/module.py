"""Declarations of entries, requests and links of forms."""

from kit.records.references import Uses
from kit.service import Module
from people.entries.fields import FIELDSETS
from people.entries.links.mailing import SEND
from people.entries.listing.routes import routes as list_routes
from people.entries.lists import LISTS
from people.entries.papers import PRINTED
from people.entries.requests.reminding import FORM_REQUESTS, FORM_SIGNATURES
from people.entries.retention import DELETE_FILES, EVERY_NIGHT
from people.entries.routes import routes
from people.entries.unallocated import UNALLOCATED
from people.entries.workflow import ENTRY_MOVES
from people.forms.model import form_entry, form_link, form_request
from people.persons.catalogue import KINDS

_ABOUT = (form_entry, form_request, form_link)

MODULE = Module(
    routes=(routes, list_routes),
    fieldsets=FIELDSETS,
    lists=(*LISTS, UNALLOCATED),
    bundles=(PRINTED,),
    jobs=(SEND, DELETE_FILES),
    schedules=(EVERY_NIGHT,),
    workflows=(ENTRY_MOVES,),
    reminders=(FORM_REQUESTS, FORM_SIGNATURES),
    uses=(
        *(Uses(table.c.about_id, kind.path, table.c.about_kind == kind.name) for table in _ABOUT for kind in KINDS),
        *(Uses(table.c.about_id, "/courses", table.c.about_kind == "course") for table in _ABOUT),
        *(Uses(form_request.c.person_id, kind.path, form_request.c.person_kind == kind.name) for kind in KINDS),
    ),
)
