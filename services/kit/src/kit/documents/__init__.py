"""Documents declared once and drawn as PDF, and files in the file store of Staffroom."""

from kit.documents.charts import Chart, Series
from kit.documents.document import Document, Letterhead
from kit.documents.parts import (
    Columns,
    Facts,
    Heading,
    Kept,
    Label,
    Lines,
    PageBreak,
    Part,
    RichText,
    SmallPrint,
    Totals,
)
from kit.documents.table import Head, Table

__all__ = [
    "Chart",
    "Columns",
    "Document",
    "Facts",
    "Head",
    "Heading",
    "Kept",
    "Label",
    "Letterhead",
    "Lines",
    "PageBreak",
    "Part",
    "RichText",
    "Series",
    "SmallPrint",
    "Table",
    "Totals",
]
