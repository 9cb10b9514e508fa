"""The MetaData that all tables of identity belong to."""

from __future__ import annotations

from kit.database.tables import service_metadata

metadata = service_metadata()
