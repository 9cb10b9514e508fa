"""Records: FieldSet and what it is declared with, and the pipelines that create, change and delete by it."""

from kit.records.fieldset import Change, Contribution, Create, Delete, Field, FieldSet, Parent, Section

__all__ = ["Change", "Contribution", "Create", "Delete", "Field", "FieldSet", "Parent", "Section"]
