"""Values of a form's answers: their choices, checks, evaluation and prefill."""
