"""Kinds of notices and of comments, as the services declare them (`kit.kinds`)."""
