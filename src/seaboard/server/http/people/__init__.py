"""Who somebody is: guests, their devices, signing in, and notifications to a device."""
