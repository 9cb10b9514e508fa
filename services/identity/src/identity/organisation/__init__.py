"""Places of work: organisations, departments, academic years."""
