"""Sheets: layout files become fields and ink, sheet documents become what the rules judge, codes become QR text."""
