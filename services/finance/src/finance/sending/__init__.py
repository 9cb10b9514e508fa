"""Documents and mails of invoices: the PDF, e-mail and receipt, the log, bulk sending."""
