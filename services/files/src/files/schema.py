"""The MetaData of the tables of files."""

from kit.database import tables

metadata = tables.service_metadata()
