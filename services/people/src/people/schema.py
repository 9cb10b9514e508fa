"""The MetaData of this service."""

from kit.tables import service_metadata

metadata = service_metadata()
