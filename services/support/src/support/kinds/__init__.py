"""Kinds of notices and comments, as declared by the services (`kit.kinds`)."""
