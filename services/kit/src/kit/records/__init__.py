"""Records: FieldSet with its declarations, and the pipelines that create, change and delete records by it."""

from kit.records.fieldset import Acts, Change, Contribution, Create, Delete, Field, FieldSet, Parent, Section, Series

__all__ = ["Acts", "Change", "Contribution", "Create", "Delete", "Field", "FieldSet", "Parent", "Section", "Series"]
