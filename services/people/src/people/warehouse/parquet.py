"""Writing of Parquet files. pyarrow is imported inside the functions, so that only the worker pays for it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from people.warehouse.columns import Exported

CHANGE, DELETED = "change", "deleted"
"""Columns of every file: the number of the last change, and whether the person was erased."""
DIGITS, PLACES = 38, 6
"""Size of decimals, larger than any column needs."""


def write(path: Path, columns: Sequence[Exported], batches: Iterable[Sequence[Mapping[str, Any]]]) -> int:
    """Write rows, by name of column, to a file and return their number. Missing values are null."""
    import pyarrow as pa
    from pyarrow import parquet

    fields = [pa.field(one.name, _type(one.column.type)) for one in columns]
    schema = pa.schema([*fields, pa.field(CHANGE, pa.int64()), pa.field(DELETED, pa.bool_())])
    texts = {one.name for one in schema if pa.types.is_string(one.type)}
    number = 0
    with parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        for batch in batches:
            rows = [{name: _value(row.get(name), name in texts) for name in schema.names} for row in batch]
            writer.write_table(pa.Table.from_pylist(rows, schema=schema))
            number += len(rows)
    return number


def digest(path: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _type(kind: sa.types.TypeEngine[Any]) -> Any:
    import pyarrow as pa

    if isinstance(kind, sa.ARRAY):
        return pa.list_(_type(kind.item_type))
    known: Sequence[tuple[type[Any], Any]] = (
        (sa.Boolean, pa.bool_()),
        (sa.Integer, pa.int64()),
        (sa.Numeric, pa.decimal128(DIGITS, PLACES)),
        (sa.DateTime, pa.timestamp("us", tz="UTC")),
        (sa.Date, pa.date32()),
    )
    return next((arrow for of, arrow in known if isinstance(kind, of)), pa.string())


def _value(value: Any, is_text: bool) -> Any:  # one of two kinds of column
    """Return the value in the form of Arrow; in a text column, lists and objects become JSON."""
    return value if value is None or not is_text or isinstance(value, str) else json.dumps(value, default=str)
