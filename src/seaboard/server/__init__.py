"""Tables on a server: live, durable, private. See docs/server.md."""
