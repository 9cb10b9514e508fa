"""FieldSet and everything a field is declared with."""

from kit.fields.fieldset import Change, Create, Delete, Field, FieldSet, Section
from kit.fields.types import (
    Boolean,
    Date,
    DateTime,
    DecimalNumber,
    Email,
    FieldType,
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
    "Boolean", "Change", "Create", "Date", "DateTime", "DecimalNumber", "Delete", "Email", "Field", "FieldSet",
    "FieldType", "IdList", "Integer", "Money", "MultiSelect", "Option", "Percent", "Phone", "Reference", "RichText",
    "Section", "Select", "Text", "options",
]  # fmt: skip
