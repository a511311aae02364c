"""What is asked of the database about people, and written of them."""
