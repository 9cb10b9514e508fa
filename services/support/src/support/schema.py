"""The MetaData every table of this service belongs to."""

from kit.tables import service_metadata

metadata = service_metadata()
