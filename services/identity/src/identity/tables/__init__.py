"""Shared tables: views of any list, kept for others; and the layouts that roles start from."""
