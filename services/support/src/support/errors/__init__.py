"""The error reports that support works through."""
