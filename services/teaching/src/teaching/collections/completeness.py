"""Completeness of a collection report: the requirements of its attributes (`teaching.md 5`)."""

from kit.completeness import Completeness
from teaching.collections.attributes import COLLECTION

COLLECTION_WHOLE = Completeness(COLLECTION)
