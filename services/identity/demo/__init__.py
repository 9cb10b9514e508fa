"""Demo data of identity."""

from services.demo.part import Part
from services.identity.demo import dashboards, tables, users, website

PARTS = (
    Part("users", users.EMPTY, users.load),
    Part("tables", tables.EMPTY, tables.load),
    Part("website", website.EMPTY, website.load),
    Part("dashboards", dashboards.EMPTY, dashboards.load),
)
