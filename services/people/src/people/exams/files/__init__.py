"""Files exchanged with the boards: basedata in, entries out, and the log of both."""
