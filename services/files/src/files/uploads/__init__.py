"""Resumable uploads: the tus protocol over pieces in the object store."""
