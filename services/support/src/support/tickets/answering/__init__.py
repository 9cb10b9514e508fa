"""Messages of a ticket: their merge fields, notices and the people who are writing one."""
