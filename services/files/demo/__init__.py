"""Demo data of files."""

from services.demo.part import Part
from services.files.demo import documents

PARTS = (Part("documents", documents.EMPTY, documents.load),)
