"""Requests come in here: the app, its sockets and budgets, what is counted, what is read and answered."""
