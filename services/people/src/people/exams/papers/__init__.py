"""Packets of question papers and of scripts, with their log."""
