"""Live sockets: who is connected, and what they are sent."""
