"""Uploaded and produced files: put in, checked, kept, found, handed out, thrown away."""
