"""The words the others choose from: boards, levels, subjects, grades; and the departments of identity."""
