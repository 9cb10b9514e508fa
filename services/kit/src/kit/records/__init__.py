"""Records: FieldSet with its declarations, and the pipelines that create, change and delete records by it."""

from kit.records.fieldset import Change, Contribution, Create, Delete, Field, FieldSet, Parent, Section

__all__ = ["Change", "Contribution", "Create", "Delete", "Field", "FieldSet", "Parent", "Section"]
