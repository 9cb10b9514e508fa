"""Incoming mail: the mails of the teams' mailboxes, and the tickets made from them."""
