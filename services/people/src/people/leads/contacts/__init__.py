"""The log of a lead: calls, mails, meetings and notes."""
