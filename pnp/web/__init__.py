"""Phones and screens on the same network: routes, pages and live updates over the table that the play room keeps."""
