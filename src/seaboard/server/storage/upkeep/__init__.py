"""The schema's versions, backups, what goes by its age, and file permissions."""
