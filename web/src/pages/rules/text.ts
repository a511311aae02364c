/**
 * The text of a chapter of the rules, line by line:
 *
 *     A paragraph.
 *     [B5 leads, B11* wins]           cards in a row, each with a word below; * marks the one that matters
 *     [Y6] Words about the card.      cards, and a sentence about them
 *     - A point of a list.            also with cards: - [B8] minus 4
 *     | Players | Cards               a row of a table; the first is its head
 *     ? A question to try.            also with cards
 *     = [B9]* | Yes, because …        an answer, cards or words, and why; * marks the right one
 *
 * A card is named as the server names it; `?rum` is a card face down, with that back.
 */
export interface ShownCard {
  id?: string;
  back?: string;
  marked: boolean;
  label: string;
}

export interface Line {
  cards: ShownCard[];
  words: string;
}

export interface Answer extends Line {
  right: boolean;
  why: string;
}

export type Block =
  | ({ kind: 'text' } & Line)
  | { kind: 'list'; items: Line[] }
  | { kind: 'table'; rows: string[][] }
  | ({ kind: 'question'; answers: Answer[] } & Line);

function card(text: string): ShownCard {
  const [name, ...label] = text.trim().split(' ');
  const marked = name.endsWith('*');
  const bare = marked ? name.slice(0, -1) : name;
  return { ...(bare.startsWith('?') ? { back: bare.slice(1) } : { id: bare }), marked, label: label.join(' ') };
}

/** Cards in brackets, then words. */
function line(text: string): Line {
  const found = /^\[([^\]]*)\]\s*(.*)$/.exec(text);
  return found ? { cards: found[1].split(',').map(card), words: found[2] } : { cards: [], words: text };
}

function answer(text: string): Answer {
  const [said, why = ''] = text.split(' | ', 2);
  const right = said.endsWith('*');
  return { ...line(right ? said.slice(0, -1) : said), right, why };
}

export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  for (const one of text.split('\n')) {
    const mark = one.slice(0, 2);
    const rest = one.slice(2);
    const last = blocks.at(-1);
    if (mark === '- ') {
      if (last?.kind === 'list') last.items.push(line(rest));
      else blocks.push({ kind: 'list', items: [line(rest)] });
    } else if (mark === '| ') {
      const row = rest.split(' | ');
      if (last?.kind === 'table') last.rows.push(row);
      else blocks.push({ kind: 'table', rows: [row] });
    } else if (mark === '? ') blocks.push({ kind: 'question', answers: [], ...line(rest) });
    else if (mark === '= ' && last?.kind === 'question') last.answers.push(answer(rest));
    else blocks.push({ kind: 'text', ...line(one) });
  }
  return blocks;
}
