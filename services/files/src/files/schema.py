"""The MetaData of this service."""

from kit.database import tables

metadata = tables.service_metadata()
