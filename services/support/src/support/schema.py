"""The MetaData of the tables of support."""

from kit.database.tables import service_metadata

metadata = service_metadata()
