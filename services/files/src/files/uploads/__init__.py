"""Uploads that resume: the tus protocol over pieces in the object store."""
