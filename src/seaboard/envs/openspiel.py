"""The games in OpenSpiel, registered from outside its tree: `pyspiel.load_game("seaboard_sea_change(players=4)")`.

Chance acts once, at the beginning: four draws of a byte choose the deal, out of 2**32, and with it everything that is shuffled later. So a
history is complete (it can be serialized and replayed), and sampling chance needs no special case. What a clone of a state will deal later
is fixed in it, as the hidden cards are: imagine others with `resample_from_infostate`.

With the parameter `tiny` a game is one that can be solved (its `tiny.py` says what is dealt): chance is one draw among all the deals.

An information state's string holds what the seat sees now and a digest of all that it was ever shown, which makes recall perfect; its
tensor is the game's row of features, which forgets some of it. With the parameter `history` the tensor of an information state also holds
this many of the last events, oldest first; with -1 it holds all of them, and its recall is perfect. Utilities are zero-sum: the share of
the win less the fair share. Seats that choose at once are asked one after another.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pyspiel

from seaboard import GAMES
from seaboard.compiled import twin
from seaboard.envs.observations import WHOLE
from seaboard.envs.table import Table
from seaboard.errors import BadOption, SeaboardError
from seaboard.events import show
from seaboard.game import Choice, Game, Option
from seaboard.kit import EVENT_INTS, lowest
from seaboard.state import to_record

DRAWS, OUTCOMES = 4, 256
LONGEST = 100_000  # actions; no match comes close


def spiel_name(game: Game) -> str:
    """What OpenSpiel calls a game."""
    return f"seaboard_{game.name.replace('-', '_')}"


def register() -> list[str]:
    """Register the games with OpenSpiel and return their names there; calling it again does no harm."""
    known = set(pyspiel.registered_names())
    names = [spiel_name(game) for game in GAMES.values()]
    for game, name in zip(GAMES.values(), names, strict=True):
        if name not in known:
            pyspiel.register_game(_game_type(game, zero_sum=True), _class_of(game))
    return names


def _class_of(game: Game) -> type["SpielGame"]:
    """Make a class for the game: OpenSpiel keeps it until after Python has shut down, which a function would not survive."""

    def __init__(self: SpielGame, params: Mapping[str, Any] | None = None) -> None:  # noqa: N807
        SpielGame.__init__(self, game, params or {})

    return type(f"{spiel_name(game)}_game", (SpielGame,), {"__init__": __init__})


def _game_type(game: Game, *, zero_sum: bool) -> Any:
    kinds = pyspiel.GameType
    defaults = {option.name: _usual(game, option) for option in game.options}
    return kinds(
        short_name=spiel_name(game),
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if zero_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": game.default_seats, "history": 0, "tiny": 0, **defaults},
    )


def _names(option: Option, seats: int) -> dict[Choice, Choice]:
    """Map OpenSpiel's names to an option's choices. A parameter has one type there, so among texts a number is written `_3`."""
    choices = option.choices(seats)
    mixed = len({type(choice) for choice in choices}) > 1
    return {(choice if isinstance(choice, str) or not mixed else f"_{choice}"): choice for choice in choices}


def _usual(game: Game, option: Option) -> Choice:
    return next(iter(_names(option, game.default_seats)))


def parameters(game: Game, seats: int, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters for `pyspiel.load_game`, for a number of seats and options."""
    chosen = {}
    for option in game.options:
        if option.name in options:
            names = {choice: name for name, choice in _names(option, seats).items()}
            chosen[option.name] = names[options[option.name]]
    return {"players": seats, **chosen}


def _options(game: Game, seats: int, params: Mapping[str, Any]) -> dict[str, Any]:
    """Read options from OpenSpiel's parameters. A default there (the usual number of seats') stands for the default of the seats played."""
    chosen = {}
    for option in game.options:
        names = _names(option, seats)
        given = params.get(option.name, _usual(game, option))
        if given not in names and given != _usual(game, option):
            raise BadOption(f"{option.name} can't be {given!r} with {seats} players; choose one of: {', '.join(map(str, names))}")
        chosen[option.name] = names.get(given, option.choices(seats)[0])
    return chosen


def _tiny_options(game: Game, tiny: int, seats: int, params: Mapping[str, Any]) -> dict[str, Any]:
    """Check the parameters of a tiny variant, which has its own number of players and no other options."""
    if game.tiny is None or tiny not in game.tiny.HANDS:
        raise BadOption(f"{game.title} has no tiny variant of {tiny} cards" if game.tiny else f"{game.title} has no tiny variant")
    if seats != game.tiny.SEATS:
        raise BadOption(f"the tiny {game.title} is for {game.tiny.SEATS} players, not {seats}: write players={game.tiny.SEATS}")
    for option in game.options:
        if params.get(option.name, _usual(game, option)) != _usual(game, option):
            raise BadOption(f"the tiny {game.title} has no options: leave {option.name} out")
    return game.check_options(seats, game.tiny.OPTIONS)


def _tiny_deals(game: Game, hand: int) -> list[tuple[Any, int]]:
    """List all deals of a tiny variant: records, and who is to act."""
    found = []
    for hands in game.tiny.deals(hand):
        s = game.new_state(seats=game.tiny.SEATS, seed=0, options=game.check_options(game.tiny.SEATS, game.tiny.OPTIONS))
        game.rules.start(s, None)
        game.tiny.set_up(s, hands)
        found.append((to_record(s), game.rules.to_act(s)))
    return found


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A game with a number of players and options."""

    def __init__(self, game: Game, params: Mapping[str, Any]) -> None:
        tiny, history = int(params.get("tiny", 0)), int(params.get("history", 0))
        seats = game.check_seats(int(params.get("players", game.default_seats)))
        options = _tiny_options(game, tiny, seats, params) if tiny else _options(game, seats, params)
        self.game = game
        self.deals = _tiny_deals(game, tiny) if tiny else []
        self.draws = 1 if tiny else DRAWS
        self.outcomes = len(self.deals) or OUTCOMES
        self.table = Table(game, seats=seats, options=options, rewards="zero-sum", history=WHOLE if history < 0 else history, events=True)
        self.table.reset(0)
        entries = self.table.entries()
        zero_sum = entries == seats
        info = pyspiel.GameInfo(
            num_distinct_actions=game.state.ACTIONS,
            max_chance_outcomes=self.outcomes,
            num_players=seats,
            min_utility=-1 / entries,
            max_utility=1 - 1 / entries,
            utility_sum=0.0 if zero_sum else None,
            max_game_length=LONGEST,
        )
        super().__init__(_game_type(game, zero_sum=zero_sum), info, dict(params))

    def new_initial_state(self, *_: Any) -> "SpielState":
        """Return a match that has not been dealt yet."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The draws that choose the deal."""
        return self.draws

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        """What fills observations and information states."""
        if params:
            raise SeaboardError(f"observations of {self.game.title} have no parameters, but {params!r} was given")
        return SpielObserver(self.table, iig_obs_type)


class SpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A match: the table, the chance drawn so far and what each seat was shown, besides OpenSpiel's own part."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.table = game.table.copy()
        self.draws, self.outcomes, self.deals = game.draws, game.outcomes, game.deals
        self.drawn: tuple[int, ...] = ()
        self.shown = (b"",) * self.table.seats

    def current_player(self) -> int:
        """The seat to act, chance, or nobody."""
        if len(self.drawn) < self.draws:
            return int(pyspiel.PlayerId.CHANCE)
        if not self.table.acting:
            return int(pyspiel.PlayerId.TERMINAL)
        return lowest(self.table.acting)

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return len(self.drawn) == self.draws and not self.table.acting

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """A byte of the deal's seed; in a tiny variant, the number of the deal."""
        return [(outcome, 1 / self.outcomes) for outcome in range(self.outcomes)]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.table.legal(player))

    def _apply_action(self, action: int) -> None:
        if len(self.drawn) < self.draws:
            self.drawn += (action,)
            if self.deals:  # each seat sees its hand: nothing else to show
                self.table.record[0], self.table.acting = self.deals[action]
            elif len(self.drawn) == self.draws:
                self.table.reset(int.from_bytes(bytes(self.drawn), "big"))
                self._tell()
        else:
            self.table.step(lowest(self.table.acting), action)
            self._tell()

    def _tell(self) -> None:
        """Show each seat what happened."""
        view = self.table.game.view
        events = self.table.last_events()
        shown = []
        for seat, before in enumerate(self.shown):
            digest = hashlib.blake2b(before, digest_size=16)
            for raw in events:
                digest.update(repr(show(raw, seat, kinds=view.EVENTS, formatters={})).encode())
            shown.append(digest.digest())
        self.shown = tuple(shown)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self.table.match().notation(action, player)

    def returns(self) -> list[float]:
        """Zeros until the match is over."""
        return [0.0] * self.table.seats if not self.is_terminal() else self.table.rewards()

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> "SpielState":
        """Return a state that the player can't tell from this one; its history still holds this one's chance."""
        other = self.clone()
        game = self.table.game
        compiled = twin(game)
        record = other.table.record[0]
        compiled.module("view").hide(record, player)
        record["seed"][:] = [int(probability_sampler() * 2**32) for _ in range(4)]
        compiled.module("tiny" if self.deals and hasattr(game.tiny, "redeal") else "redeal").redeal(record, player)
        return other  # type: ignore[no-any-return]  # clone() makes one of these

    def __str__(self) -> str:
        if len(self.drawn) < self.draws:
            return f"to be dealt: {self.drawn}"
        return json.dumps(self.table.match().position())


class SpielObserver:
    """Fills OpenSpiel's observations: `tensor`, and its parts in `dict`, `observation` and, if there is one, `history`.

    OpenSpiel makes its own tensor by joining the parts in order: so the row is a single part, not a part for each field.
    """

    def __init__(self, table: Table, kind: Any) -> None:
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        if kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise SeaboardError("an observation here is what one seat knows: neither what all know together nor what everybody sees")
        self.recall = kind.perfect_recall
        self._row = table.features.size
        self._history = table.history if self.recall else 0
        self.tensor = np.zeros(self._row + self._history * EVENT_INTS, np.float32)
        self.dict = {"observation": self.tensor[: self._row]}
        if self._history:
            self.dict["history"] = self.tensor[self._row :].reshape(self._history, EVENT_INTS)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees; zeros before the deal."""
        self.tensor[:] = 0
        if len(state.drawn) == state.draws:
            self.dict["observation"][:] = state.table.look(player)[0]
            if self._history:
                self.dict["history"][:] = state.table.history_rows(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player sees now, and with perfect recall a digest of all that it was shown."""
        if len(state.drawn) < state.draws:
            return "to be dealt"
        seen = json.dumps(state.table.shown(player))
        return f"seat {player} {seen} {state.shown[player].hex()}" if self.recall else f"seat {player} {seen}"
