"""Demo data of identity."""

from services.demo.part import Part
from services.identity.demo import tables, users

PARTS = (Part("users", users.EMPTY, users.load), Part("tables", tables.EMPTY, tables.load))
