"""The invoice in the office's editor: its detail, fields, states, creation and deletion."""
