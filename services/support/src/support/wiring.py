"""The declarations of the service support."""

from kit.service import Service
from support.comments.routes import routes as comment_routes
from support.directory import events as directory_events
from support.errors.fields import ERROR
from support.errors.lists import ERRORS
from support.errors.routes import routes as error_routes
from support.events import COMMENT_CHANGED, NOTIFICATIONS_CHANGED
from support.mail.fields import MAIL, TEMPLATE
from support.mail.jobs import SEND
from support.mail.lists import SENT, TEMPLATES
from support.mail.routes import routes as mail_routes
from support.notifications import subscriptions as notification_subscriptions
from support.notifications.channel import hub
from support.notifications.mailing import MAIL_NOTICE
from support.notifications.routes import routes as notification_routes
from support.references import FOREIGN, USES
from support.reports.routes import routes as report_routes
from support.schema import metadata
from support.tickets.fields import TICKET
from support.tickets.lists import MY_TICKETS, TICKETS
from support.tickets.routes import routes as ticket_routes

service = Service(
    name="support",
    metadata=metadata,
    routes=[comment_routes, report_routes, error_routes, mail_routes, notification_routes, ticket_routes],
    fieldsets=[ERROR, TEMPLATE, MAIL, TICKET],
    lists=[ERRORS, TEMPLATES, SENT, MY_TICKETS, TICKETS],
    events=[COMMENT_CHANGED, NOTIFICATIONS_CHANGED],
    subscriptions=[*directory_events.SUBSCRIPTIONS, *notification_subscriptions.SUBSCRIPTIONS],
    jobs=[SEND, MAIL_NOTICE],
    background=[hub.listen],
    foreign=FOREIGN,
    uses=USES,
)
