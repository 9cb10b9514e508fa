"""Folders of the document library and the levels that people have in them."""
