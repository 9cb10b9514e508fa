"""FieldSet and everything a field is declared with."""

from kit.fields.fieldset import Change, Contribution, Create, Delete, Field, FieldSet, Parent, Section
from kit.fields.table import Cell, Listed, Table
from kit.fields.types import (
    Boolean,
    Date,
    DateTime,
    DecimalNumber,
    Email,
    FieldType,
    FileIds,
    IdList,
    Integer,
    Money,
    MultiSelect,
    Option,
    Percent,
    Phone,
    Reference,
    RichText,
    Select,
    Text,
    options,
)

__all__ = [
    "Boolean", "Cell", "Change", "Contribution", "Create", "Date", "DateTime", "DecimalNumber", "Delete", "Email",
    "Field", "FieldSet",
    "FieldType", "FileIds",
    "IdList", "Integer", "Listed", "Money", "MultiSelect", "Option", "Parent", "Percent", "Phone",
    "Reference", "RichText", "Section", "Select", "Table", "Text", "options",
]  # fmt: skip
