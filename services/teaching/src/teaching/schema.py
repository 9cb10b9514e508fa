"""The MetaData of the tables of teaching."""

from kit.database.tables import service_metadata

metadata = service_metadata()
