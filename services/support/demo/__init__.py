"""Demo data of support."""

from services.demo.part import Part
from services.support.demo import conversations, tickets

PARTS = (Part("conversations", conversations.EMPTY, conversations.load, (tickets.EVENTS,)),)
