"""Changes of many records of a list, each as a job: edits of a selection, moves, imports of a spreadsheet."""
