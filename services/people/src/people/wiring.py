"""The declarations of the service people."""

from kit.service import Service
from people.calendar import feed as calendar_feed
from people.calendar import fields as calendar_fields
from people.calendar import lists as calendar_lists
from people.calendar import slips as calendar_slips
from people.calendar.reminding import EVENTS_TO_COME
from people.calendar.routes import routes as calendar_routes
from people.courses import fields as course_fields
from people.courses import lists as course_lists
from people.courses import offers as course_offers
from people.courses.profiles import CONTRIBUTIONS
from people.courses.routes import routes as course_routes
from people.events import COURSE_CHANGED, EVENT_CHANGED, NOTIFICATION_RAISED
from people.exams import fields as exam_fields
from people.exams import lists as exam_lists
from people.exams.routes import routes as exam_routes
from people.leads import fields as lead_fields
from people.leads import lists as lead_lists
from people.persons import events as person_events
from people.persons import fields as person_fields
from people.persons import lists as person_lists
from people.persons.addresses import ADDRESS
from people.persons.routes import routes as person_routes
from people.places import fields as place_fields
from people.places import lists as place_lists
from people.reference import declared as reference_data
from people.reference import events as reference_events
from people.references import FOREIGN, USES
from people.rpc import PERSON_SERVICE
from people.schema import metadata
from people.search.routes import routes as search_routes

service = Service(
    name="people",
    metadata=metadata,
    routes=[search_routes, person_routes, course_routes, exam_routes, calendar_routes],
    fieldsets=[
        *person_fields.FIELDSETS,
        person_fields.CLIENT_STUDENT,
        *place_fields.FIELDSETS,
        ADDRESS,
        *course_fields.FIELDSETS,
        *calendar_fields.FIELDSETS,
        *exam_fields.FIELDSETS,
        *lead_fields.FIELDSETS,
        *reference_data.FIELDSETS,
    ],
    lists=[
        *person_lists.LISTS,
        *place_lists.LISTS,
        *course_lists.LISTS,
        *calendar_lists.LISTS,
        *exam_lists.LISTS,
        *lead_lists.LISTS,
        *reference_data.LISTS,
    ],
    events=[COURSE_CHANGED, EVENT_CHANGED, NOTIFICATION_RAISED],
    subscriptions=[
        *person_events.SUBSCRIPTIONS,
        *reference_events.SUBSCRIPTIONS,
        *calendar_feed.SUBSCRIPTIONS,
        *calendar_slips.SUBSCRIPTIONS,
        *course_offers.SUBSCRIPTIONS,
    ],
    rpc=[PERSON_SERVICE],
    reminders=[EVENTS_TO_COME],
    foreign=FOREIGN,
    uses=USES,
    contributions=CONTRIBUTIONS,
)
