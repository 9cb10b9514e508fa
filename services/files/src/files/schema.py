"""The MetaData of this service."""

from kit import tables

metadata = tables.service_metadata()
