// Which rows of a bank's statement are which documents: suggested by amount, day, number and name, never decided.
import { daysBetween } from '../day.ts';
import type { Decimal } from '../decimal.ts';
import { plain } from '../decimal.ts';

/** A row of a bank's statement; below zero: it left the account. */
export interface BankRow {
  readonly row: number;
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly amount: Decimal;
  readonly partnerName: string;
  /** Everything else that the bank says of it. */
  readonly text: string;
}

/** What a document moved on the account. */
export interface BookedMove {
  readonly documentId: string;
  readonly number: string;
  readonly day: string;
  readonly amount: Decimal;
  readonly partnerName: string;
}

/** Days between a document and its row at most. */
export const MATCH_DAYS = 10;
/** Where no name tells: the bank's day is the document's or one of the next working days. */
const NAMELESS_DAYS = 5;
/** Of several that are told alike, one so near is meant when every other is at least so far. */
const [NEAR, FAR] = [1, 4];
/** One whose partner is named, or whose number, is meant before one that nothing is told of, if it is so near. */
const USUAL = 2;

interface Pair {
  readonly row: BankRow;
  readonly move: BookedMove;
  readonly apart: number;
  /** How much tells that they belong together: 3 its number, 2 its partner's name, 1 its amount alone. */
  readonly weight: 1 | 2 | 3;
}

/**
 * The document of each row that is found beyond doubt, by the row's place: of exactly its amount within ten days, and told by
 * its number, else by its partner's name, else by an amount that stands once on either side. Where two would do, none is
 * suggested.
 */
export function suggestMatches(
  rows: readonly BankRow[],
  moves: readonly BookedMove[],
): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  const taken = new Set<string>();
  const pairs = pairsOf(rows, moves);
  for (const weight of [3, 2, 1]) {
    const left = pairs.filter(
      ({ row, move }) => !found.has(row.row) && !taken.has(move.documentId),
    );
    for (const { row, move } of meantOf(left).filter((pair) => pair.weight === weight)) {
      found.set(row.row, move.documentId);
      taken.add(move.documentId);
    }
  }
  return found;
}

/** What could belong together. */
function pairsOf(rows: readonly BankRow[], moves: readonly BookedMove[]): readonly Pair[] {
  const byAmount = Map.groupBy(moves, ({ amount }) => plain(amount));
  return rows.flatMap((row) =>
    (byAmount.get(plain(row.amount)) ?? []).flatMap((move) => {
      const apart = Math.abs(daysBetween(row.day, move.day));
      const weight = apart > MATCH_DAYS ? null : weightOf(row, move, apart);
      return weight === null ? [] : [{ row, move, apart, weight }];
    }),
  );
}

/** How much tells that they belong together; null: something tells that they do not. */
function weightOf(row: BankRow, move: BookedMove, apart: number): Pair['weight'] | null {
  if (says(row.text, move.number)) return 3;
  const { partnerName: theirs } = row;
  const { partnerName: ours } = move;
  if ([theirs, row.text].some((text) => mentions(text, ours)) || mentions(ours, theirs)) return 2;
  const differ = plainName(theirs) !== '' && plainName(ours) !== '';
  return differ || apart > NAMELESS_DAYS ? null : 1;
}

/** Letters from which on a name is recognised inside other words; a Chinese character counts for three. */
const TELLING_LETTERS = 6;

/** Does a text hold this name? A short one counts as whole words only: Li is not in Oliver, nor 李 in 行李. */
function mentions(text: string, name: string): boolean {
  const own = plainName(name);
  if (own === '') return false;
  const characters = own.match(/\p{Script=Han}/gu)?.length ?? 0;
  if (own.length + 2 * characters >= TELLING_LETTERS) return plainName(text).includes(own);
  const letter = characters > 0 ? '\\p{L}' : '[\\p{Script=Latin}\\p{N}]';
  const spaced = [...own].join('[^\\p{L}\\p{N}]*');
  return new RegExp(`(?<!${letter})${spaced}(?!${letter})`, 'u').test(
    text.normalize('NFKC').toLowerCase(),
  );
}

/** Does a text name this number, and not a longer one? */
function says(text: string, number: string): boolean {
  const at = number === '' ? -1 : text.toUpperCase().indexOf(number.toUpperCase());
  if (at === -1) return false;
  const isPart = (letter: string | undefined) => letter !== undefined && /[A-Z0-9]/i.test(letter);
  return !isPart(text[at - 1]) && !isPart(text[at + number.length]);
}

/** A name without blanks, signs and what every company has behind it. */
const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replace(/(?:股份)?有限(?:责任)?公司$|(?:coltd|ltd|llc|inc|gmbh)$/u, '');

/** Two names are of one partner when they differ in signs, case and legal form alone. */
export const isSamePartner = (one: string, other: string): boolean =>
  plainName(one) !== '' && plainName(one) === plainName(other);

/** A name as it is searched for: without the legal form behind it. */
export const withoutLegalForm = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/(?:股份)?有限(?:责任)?公司\s*$/u, '')
    .replace(/[\s,.]+(?:co[\s,.]+ltd|ltd|llc|inc|gmbh)[\s.]*$/iu, '')
    .trim();

/** The pairs that are the only ones of both their ends, or beyond doubt before the others. */
function meantOf(pairs: readonly Pair[]): readonly Pair[] {
  const ofRow = Map.groupBy(pairs, ({ row }) => row.row);
  const ofMove = Map.groupBy(pairs, ({ move }) => move.documentId);
  return pairs.filter((pair) => {
    const behind = (other: Pair) => other === pair || isBehind(other, pair);
    return [ofRow.get(pair.row.row), ofMove.get(pair.move.documentId)].every((rivals = []) =>
      rivals.every(behind),
    );
  });
}

const isBehind = (other: Pair, pair: Pair): boolean =>
  (other.weight < pair.weight && (pair.weight === 3 || pair.apart <= USUAL)) ||
  (other.weight === pair.weight && pair.apart <= NEAR && other.apart >= FAR);
