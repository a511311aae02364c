"""A client for bot accounts: it signs in at a server by a token, hears of invitations, accepts them by rule, and plays.

An `Account` is what a program of one's own needs: `lists` for what happens, `sit` and `decline`, and `play` with a function that
chooses. `serve` does all of it, with a bot for each match. Whatever connection is lost is made again, and a move that was not
answered is sent again.
"""

from seaboard.client.account import Account, ClientError, Gone, SignedOut, Turn
from seaboard.client.serving import Rule, serve

__all__ = ["Account", "ClientError", "Gone", "Rule", "SignedOut", "Turn", "serve"]
