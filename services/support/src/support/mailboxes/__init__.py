"""Mailboxes of the teams, their incoming mails, blocked senders, and the answers sent by mail."""
