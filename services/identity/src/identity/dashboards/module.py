"""Declarations of dashboards."""

from identity.dashboards.fields import DASHBOARD_FIELDS, TILE_FIELDS
from identity.dashboards.lists import DASHBOARDS
from identity.dashboards.mailing import MAIL, SCHEDULE
from identity.dashboards.routes import routes
from kit.service import Module

MODULE = Module(
    routes=(routes,),
    fieldsets=(DASHBOARD_FIELDS, TILE_FIELDS),
    lists=(DASHBOARDS,),
    jobs=(MAIL,),
    schedules=(SCHEDULE,),
)
