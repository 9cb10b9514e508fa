"""Completeness of a collection report: the requirements of its attributes (`teaching.md 5`), and the reason of a
changed predicted grade."""

from kit.completeness import Completeness
from teaching.collections import rules
from teaching.collections.attributes import COLLECTION
from teaching.writing import predicted

COLLECTION_WHOLE = Completeness(
    COLLECTION, predicted.needs_reason(predicted.COLLECTION, ("submit",), title=rules.FORM_ERRORS)
)
