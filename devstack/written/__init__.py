"""Files of the tree that are written from the declarations of the services."""
