"""Records: FieldSet with its declarations, and the pipelines that create, change and delete records through it."""

from kit.records.fieldset import (
    Acts,
    Change,
    Contribution,
    Create,
    Delete,
    Field,
    FieldSet,
    Section,
    Series,
)
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
