"""Many tables on one day: people, seats round by round, and standings across tables; knows no game."""
