"""The tables of teaching hang on this MetaData."""

from kit.database.tables import service_metadata

metadata = service_metadata()
