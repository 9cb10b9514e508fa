"""Ticket templates: a prepared title, team, priority, text and checklist of questions."""
