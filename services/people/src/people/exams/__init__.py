"""Exam series and the exams that can be sat in them."""
