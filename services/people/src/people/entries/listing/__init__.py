"""The entries of one form as a list, whose columns come from the form."""
