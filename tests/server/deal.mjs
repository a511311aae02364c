// Checks a record's shuffle and deals its first cards, from docs/shuffles.md alone: node deal.mjs < record.json
// It prints {"seats": [those whose bytes are in it], ...what was dealt}; a shuffle that does not fit ends in an error.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const { game, seats, options, match, seed, commitment, shuffle } = JSON.parse(readFileSync(0, 'utf8'));

// ---- The seed --------------------------------------------------------------------------------------

const sha256 = (text) => createHash('sha256').update(text).digest('hex');
function same(made, claimed, what) {
  if (made !== claimed) throw new Error(`${what}: ${made}, not ${claimed}`);
}

const revealed = (shuffle?.shares ?? []).filter(({ bytes }) => bytes).sort((a, b) => a.seat - b.seat);
if (shuffle) {
  same(sha256(`seaboard-secret:${shuffle.secret}`), commitment, "the server's secret");
  for (const { seat, bytes, commitment } of revealed) same(sha256(`seaboard-bytes:${match}:${bytes}`), commitment, `seat ${seat}`);
  const parts = [match, shuffle.secret, ...revealed.map(({ seat, bytes }) => `${seat}=${bytes}`)];
  same(sha256(`seaboard-deal:${parts.join(':')}`).slice(0, 32), seed, 'the seed');
} else same(sha256(`seaboard-seed:${seed}`), commitment, 'the seed');

// ---- Random words: Philox4x32-10 -------------------------------------------------------------------

const [k0, k1, s2, s3] = [24, 16, 8, 0].map((at) => BigInt(`0x${seed.slice(at, at + 8)}`));
const WORD = 0xffffffffn;

function philox(block, stream) {
  let [c0, c1, c2, c3, a, b] = [BigInt(block), BigInt(stream), s2, s3, k0, k1];
  for (let round = 0; round < 10; round++) {
    const [p0, p1] = [0xd2511f53n * c0, 0xcd9e8d57n * c2];
    [c0, c1, c2, c3] = [(p1 >> 32n) ^ c1 ^ a, p1 & WORD, (p0 >> 32n) ^ c3 ^ b, p0 & WORD];
    [a, b] = [(a + 0x9e3779b9n) & WORD, (b + 0xbb67ae85n) & WORD];
  }
  return [c0, c1, c2, c3];
}

class Stream {
  constructor(number) {
    this.number = number;
    this.used = 0;
  }
  draw(count) {
    const word = philox(Math.floor(this.used / 4), this.number)[this.used++ % 4];
    return Number((word * BigInt(count)) >> 32n);
  }
  shuffle(cards) {
    let block = Math.ceil(this.used / 4);
    for (let last = cards.length - 1; last > 0; block++)
      for (let word of philox(block, this.number))
        for (let half = 0; half < 2 && last > 0; half++, last--) {
          const product = word * BigInt(last + 1);
          const other = Number(product >> 32n);
          word = product & WORD;
          [cards[last], cards[other]] = [cards[other], cards[last]];
        }
    this.used = 4 * block;
    return cards;
  }
}

// ---- The cards -------------------------------------------------------------------------------------

const range = (from, to) => Array.from({ length: to - from }, (_, i) => from + i);
const DEALS = {
  'sea-change'() {
    const [lowest, highest] = { 6: [3, 13], 7: [2, 14], 8: [1, 15] }[seats] ?? [4, 12];
    const suits = [...'BGRPY'].filter((suit) => options.suits.includes(suit));
    const deck = new Stream(1).shuffle(suits.flatMap((suit) => [0, ...range(lowest, highest + 1)].map((value) => suit + value)));
    const hands = range(0, seats).map(() => range(0, 10).map(() => deck.pop()));
    return { hands, deck: seats > 2 ? [] : deck };
  },
  'land-unter'() {
    const lot = new Stream(0);
    lot.draw(seats);
    const deck = lot.shuffle(range(1, 61));
    const water = new Stream(1).shuffle(range(0, 24).map((place) => Math.floor(place / 2) + 1));
    return { hands: range(0, seats).map((seat) => deck.slice(12 * seat, 12 * seat + 12)), water };
  },
  'sea-salt-and-paper'() {
    const deck = new Stream(1).shuffle(range(0, 58));
    return { piles: [deck.pop(), deck.pop()], deck };
  },
  'sea-of-clouds'() {
    const stream = new Stream(0);
    if (options.first_player === 'lot') stream.draw(seats);
    const isOut = (card) => seats === 2 && card >= 21 && card <= 28;
    const backs = (card) => (card < 21 ? 'rum' : card < 44 ? 'relic' : card < 72 ? 'object' : 'pirate');
    const out = { rum: 0, object: 0, pirate: 0 };
    let deck = stream.shuffle(range(0, 94).filter((card) => !isOut(card)));
    if (seats === 2) deck = stream.shuffle(deck.filter((card) => !(out[backs(card)]++ < 5)));
    return { shares: [deck.pop(), deck.pop(), deck.pop()], deck };
  },
};
console.log(JSON.stringify({ seats: revealed.map(({ seat }) => seat), ...DEALS[game]() }));
