"""Forms of people without an account: their links, mails and pages."""
