"""support: comments, tickets, error reports, mails and notifications."""
