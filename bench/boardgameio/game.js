// Sea Change for 3 to 8 players, each for themselves, as a boardgame.io game. Only for the benchmark: the rules that
// Seaboard plays are in src/seaboard/games/sea_change/rules.py.
const { INVALID_MOVE } = require('boardgame.io/core');

const POINTS = [0, -1, -1, -1, 0, 0, 0, 0, -4, 2, 1, 1, 1, 1, 1, 1];
const TRUMP_ZERO_POINTS = 5;
const SUITS_USED = [0, 3, 3, 3, 4, 5, 5, 5, 5];
const LOWEST_BUT_ZERO = [0, 4, 4, 4, 4, 4, 3, 2, 1];
const HIGHEST = [0, 12, 12, 12, 12, 12, 13, 14, 15];
const USUAL_SUITS = [0, 3, 4, 1, 2];
const HAND = 10;

const suit = (card) => card >> 4;
const value = (card) => card & 15;

function deal(G, seats, random) {
  const deck = [];
  for (const s of USUAL_SUITS.slice(0, SUITS_USED[seats])) {
    deck.push(s * 16);
    for (let v = LOWEST_BUT_ZERO[seats]; v <= HIGHEST[seats]; v++) deck.push(s * 16 + v);
  }
  const cards = random.Shuffle(deck);
  G.round += 1;
  G.hands = Array.from({ length: seats }, (_, i) => cards.slice(i * HAND, (i + 1) * HAND).sort((a, b) => a - b));
  G.taken = Array.from({ length: seats }, () => []);
  G.trump = null;
  G.lead = null;
  G.trick = [];
  G.lastTrick = [];
  G.leader = (G.dealer + 1) % seats;
  G.turn = G.leader;
}

function isLegal(G, seat, card) {
  const hand = G.hands[seat];
  if (!hand.includes(card)) return false;
  if (!G.trick.length || suit(card) === G.lead || !hand.some((c) => suit(c) === G.lead)) return true;
  return value(card) === value(G.trick[G.trick.length - 1]);
}

function trickWinner(G) {
  let best = 0;
  let strongest = -1;
  G.trick.forEach((card, place) => {
    const strength = (2 * (suit(card) === G.trump) + (suit(card) === G.lead)) * 16 + value(card);
    if (strength > strongest) [best, strongest] = [place, strength];
  });
  return best;
}

const pointsTaken = (G, seat) =>
  G.taken[seat].reduce((sum, c) => sum + POINTS[value(c)], 0) + (G.taken[seat].includes(G.trump * 16) ? TRUMP_ZERO_POINTS : 0);

function endTrick(G, seats, random) {
  const winner = (G.leader + trickWinner(G)) % seats;
  G.taken[winner].push(...G.trick);
  G.lastTrick = G.trick;
  G.trick = [];
  G.lead = null;
  if (G.hands[winner].length) {
    G.leader = winner;
    G.turn = winner;
    return;
  }
  const totals = G.taken.map((_, seat) => pointsTaken(G, seat));
  const best = Math.max(...totals);
  totals.forEach((total, seat) => { if (total === best) G.vps[seat] += 1; });
  const reached = G.vps.map((vps, seat) => (vps >= G.goal ? seat : -1)).filter((seat) => seat >= 0);
  if (reached.length) {
    G.winners = breakTie(G, reached);
  } else {
    G.dealer = (G.dealer + 1) % seats;
    deal(G, seats, random);
  }
}

function breakTie(G, reached) {
  const withZero = reached.filter((seat) => G.taken[seat].includes(G.trump * 16));
  if (reached.length === 1 || withZero.length) return withZero.length && reached.length > 1 ? withZero : reached;
  const fewest = Math.min(...reached.map((seat) => G.taken[seat].length));
  return reached.filter((seat) => G.taken[seat].length === fewest);
}

function play({ G, ctx, playerID, events, random }, card) {
  const seat = Number(playerID);
  if (seat !== G.turn || !isLegal(G, seat, card)) return INVALID_MOVE;
  G.hands[seat].splice(G.hands[seat].indexOf(card), 1);
  if (!G.trick.length) {
    G.lead = suit(card);
    if (G.trump === null) G.trump = suit(card);
  } else if (value(G.trick[G.trick.length - 1]) === value(card)) {
    G.trump = suit(card);
  }
  G.trick.push(card);
  if (G.trick.length === ctx.numPlayers) endTrick(G, ctx.numPlayers, random);
  else G.turn = (seat + 1) % ctx.numPlayers;
  if (!G.winners) events.endTurn({ next: String(G.turn) });
}

exports.SeaChange = {
  name: 'sea-change',
  minPlayers: 3,
  maxPlayers: 8,
  setup: ({ ctx, random }) => {
    const G = { goal: Number(process.env.GOAL) || 3, vps: Array(ctx.numPlayers).fill(0), round: 0, winners: null };
    G.dealer = random.Die(ctx.numPlayers) - 1;
    deal(G, ctx.numPlayers, random);
    return G;
  },
  turn: { order: { first: ({ G }) => G.turn, next: ({ G }) => G.turn } },
  moves: { play: { move: play, client: false } },
  endIf: ({ G }) => (G.winners ? { winners: G.winners } : undefined),
  playerView: ({ G, playerID }) => ({
    ...G,
    hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.length)),
    taken: G.taken.map((cards) => cards.length),
  }),
};
