"""Links of people without an account to forms, and the mails that take links to them."""
