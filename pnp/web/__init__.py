"""Phones and screens on the same network: routes, pages and live updates over the tables that pnp.play keeps."""
