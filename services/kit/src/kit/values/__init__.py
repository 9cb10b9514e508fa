"""Values: the types of fields, which read, check, store and format values."""

from kit.values.table import Cell, Listed, Table
from kit.values.texts import Clock, Colour, Email, FieldType, Phone, RichText, Text
from kit.values.types import (
    Boolean,
    Date,
    DateTime,
    DecimalNumber,
    FileIds,
    IdList,
    Integer,
    Money,
    MultiSelect,
    Option,
    Percent,
    RecordId,
    Reference,
    Select,
    options,
)

__all__ = [
    "Boolean",
    "Cell",
    "Clock",
    "Colour",
    "Date",
    "DateTime",
    "DecimalNumber",
    "Email",
    "FieldType",
    "FileIds",
    "IdList",
    "Integer",
    "Listed",
    "Money",
    "MultiSelect",
    "Option",
    "Percent",
    "Phone",
    "RecordId",
    "Reference",
    "RichText",
    "Select",
    "Table",
    "Text",
    "options",
]
