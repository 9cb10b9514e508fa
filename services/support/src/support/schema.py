"""The MetaData every table of this service belongs to."""

from kit.database.tables import service_metadata

metadata = service_metadata()
