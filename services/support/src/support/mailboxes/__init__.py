"""Mailboxes of the teams, the mails that came into them, blocked senders, and the answers that go out by mail."""
