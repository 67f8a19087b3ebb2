"""The eye: what a photo of a sheet says."""
