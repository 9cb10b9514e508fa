"""The document library: folders with their files, levels, versions and trash."""
