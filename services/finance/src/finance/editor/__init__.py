"""The invoice as the office works on it: its detail, fields, states, creation and deletion."""
