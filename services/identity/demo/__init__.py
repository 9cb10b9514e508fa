"""Demo data of identity."""

from services.demo.part import Part
from services.identity.demo import users

PARTS = (Part("users", users.EMPTY, users.load),)
