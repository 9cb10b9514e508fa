"""Forms of people without an account: their pages."""
