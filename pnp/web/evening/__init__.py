"""An evening and an event over several tables: guests, seats, desks, screens of the hall."""
