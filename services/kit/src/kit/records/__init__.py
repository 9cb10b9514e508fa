"""Records: FieldSet with its declarations, and the pipelines that create, change and delete records through it."""

from kit.records.field import Acts, Change, Field, Section
from kit.records.fieldset import Contribution, Create, Delete, FieldSet, Series
from kit.records.parts import Parent
from kit.records.watching import Watch, Withholding

__all__ = [
    "Acts",
    "Change",
    "Contribution",
    "Create",
    "Delete",
    "Field",
    "FieldSet",
    "Parent",
    "Section",
    "Series",
    "Watch",
    "Withholding",
]
