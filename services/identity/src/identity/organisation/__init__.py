"""Where people work: organisations, departments, academic years."""
