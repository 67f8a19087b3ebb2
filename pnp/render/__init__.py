"""Output: ink becomes PDF, SVG and PNG; it knows no game."""
