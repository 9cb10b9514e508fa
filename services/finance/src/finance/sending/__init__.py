"""Invoices on paper and in the post: the PDF, e-mail and receipt, the log, many at once."""
