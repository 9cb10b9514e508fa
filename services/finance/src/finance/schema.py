"""The tables of finance hang on this MetaData."""

from kit.database.tables import service_metadata

metadata = service_metadata()
