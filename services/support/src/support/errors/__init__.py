"""Bug reports and the list support works through."""
