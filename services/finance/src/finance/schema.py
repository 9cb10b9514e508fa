"""MetaData of the tables of finance."""

from kit.database.tables import service_metadata

metadata = service_metadata()
