"""The MetaData of the tables of identity."""

from __future__ import annotations

from kit.database.tables import service_metadata

metadata = service_metadata()
