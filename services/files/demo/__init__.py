"""Demo data of files."""

from services.demo.part import Part
from services.files.demo import documents, library

PARTS = (Part("documents", documents.EMPTY, documents.load), Part("library", library.EMPTY, library.load))
