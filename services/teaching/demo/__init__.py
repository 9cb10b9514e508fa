"""Demo data of teaching."""

from services.demo.part import Part
from services.teaching.demo import slips

PARTS = (Part("slips", slips.EMPTY, slips.load),)
