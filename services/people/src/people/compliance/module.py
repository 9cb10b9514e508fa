"""Declarations of compliance."""

from kit.service import Module
from people.compliance.children import CHILDREN
from people.compliance.fields import FIELDSETS
from people.compliance.jobs import EVERY_NIGHT
from people.compliance.lists import LISTS
from people.compliance.over_time import BY_DAY
from people.compliance.registers import LISTS as REGISTERS
from people.compliance.reminding import REMINDERS
from people.compliance.routes import routes
from people.compliance.watching import WATCHES

MODULE = Module(
    routes=(routes,),
    fieldsets=FIELDSETS,
    lists=(*LISTS, BY_DAY, CHILDREN, *REGISTERS),
    schedules=(EVERY_NIGHT,),
    reminders=REMINDERS,
    watches=WATCHES,
)
