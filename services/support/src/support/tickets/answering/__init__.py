"""Messages of a ticket: their merge fields, notices, rating and the people who are writing one."""
