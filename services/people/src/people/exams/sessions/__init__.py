"""Exam rooms, sessions in them, the seats of candidates and the duties of invigilators."""
