"""Uploaded and produced files: upload, checks, storage, search, download, deletion."""
