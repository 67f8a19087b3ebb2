"""Reading: what a photo of a sheet says."""
