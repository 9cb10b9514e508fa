"""Study plans of courses, week by week, and exam options of their students (`teaching.md 2` to `7`)."""
