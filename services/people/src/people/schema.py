"""The MetaData of this service."""

from kit.database.tables import service_metadata

metadata = service_metadata()
