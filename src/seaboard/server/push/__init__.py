"""Notifications to devices on which no page is open (Web Push)."""
