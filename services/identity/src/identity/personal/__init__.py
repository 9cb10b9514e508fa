"""Personal choices: settings, views of lists and starred addresses, accessible only to their owner."""
