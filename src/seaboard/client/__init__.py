"""A client for bot accounts: it signs in to a server with a token, receives invitations, accepts them by rule, and plays.

An `Account` is what your own program needs: `lists` for what happens, `sit` and `decline`, and `play` with a function that chooses. `serve`
does all of it, with a bot for each match. Lost connections are re-opened, and a move that was not answered is sent again.
"""

from seaboard.client.account import Account, ClientError, Gone, SignedOut, Turn
from seaboard.client.serving import Rule, serve

__all__ = ["Account", "ClientError", "Gone", "Rule", "SignedOut", "Turn", "serve"]
