"""Predicted grades of students on courses, and their form for UCAS."""
