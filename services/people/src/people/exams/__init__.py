"""Exam series and their exams."""
