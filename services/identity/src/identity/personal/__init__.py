"""Personal choices: settings, views of lists and starred addresses, each its owner's alone."""
