"""Tables: new ones, a person's own, and invitations to them."""
