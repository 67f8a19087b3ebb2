"""The network as guests see it: addresses, whether they are reached, the Wi-Fi, and what the doctor checks."""
