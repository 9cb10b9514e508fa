"""Email templates, their preview and sending, and the log of sent mails."""
