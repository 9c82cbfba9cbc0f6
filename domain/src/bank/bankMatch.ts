// Matches bank statement rows to documents by amount, day, number and name; suggests, never decides.
import { daysBetween } from '../day.ts';
import type { Decimal } from '../decimal.ts';
import { toPlainDecimal } from '../decimal.ts';

/** Row of a bank statement; below zero: money left the account. */
export interface BankStatementRow {
  readonly row: number;
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly amount: Decimal;
  readonly partnerName: string;
  /** Remaining bank text of the row. */
  readonly text: string;
}

/** Amount moved on the account by a document. */
export interface BookedMove {
  readonly documentId: string;
  readonly number: string;
  readonly day: string;
  readonly amount: Decimal;
  readonly partnerName: string;
}

/** Maximum days between a document and the bank row. */
export const MATCH_DAYS = 10;
/** Maximum days without a matching name: the bank day is the document's or one of the next working days. */
const NAMELESS_DAYS = 5;
/** Near and far days: of equal candidates, a near one wins if all rivals are at least far. */
const [NEAR, FAR] = [1, 4];
/**
 * Maximum days within which a match by partner name beats a match by amount alone; a match by number always
 * does.
 */
const USUAL = 2;

interface Pair {
  readonly row: BankStatementRow;
  readonly move: BookedMove;
  readonly apart: number;
  /** Evidence: 3 document number, 2 partner name, 1 amount alone. */
  readonly weight: 1 | 2 | 3;
}

/**
 * Suggests each row's document beyond doubt, by row position: exact amount within ten days, identified by
 * number, else partner name, else an amount unique on both sides. Two candidates: no suggestion.
 */
export function suggestMatches(
  rows: readonly BankStatementRow[],
  moves: readonly BookedMove[],
): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  const taken = new Set<string>();
  const pairs = findCandidatePairs(rows, moves);
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

function findCandidatePairs(
  rows: readonly BankStatementRow[],
  moves: readonly BookedMove[],
): readonly Pair[] {
  const byAmount = Map.groupBy(moves, ({ amount }) => toPlainDecimal(amount));
  return rows.flatMap((row) =>
    (byAmount.get(toPlainDecimal(row.amount)) ?? []).flatMap((move) => {
      const apart = Math.abs(daysBetween(row.day, move.day));
      const weight = apart > MATCH_DAYS ? null : weightOfPair(row, move, apart);
      return weight === null ? [] : [{ row, move, apart, weight }];
    }),
  );
}

/** Rates the evidence for a pair; null: evidence against. */
function weightOfPair(
  row: BankStatementRow,
  move: BookedMove,
  apart: number,
): Pair['weight'] | null {
  if (hasNumberInText(row.text, move.number)) return 3;
  const { partnerName: theirs } = row;
  const { partnerName: ours } = move;
  if ([theirs, row.text].some((text) => hasNameInText(text, ours)) || hasNameInText(ours, theirs))
    return 2;
  const differ = plainName(theirs) !== '' && plainName(ours) !== '';
  return differ || apart > NAMELESS_DAYS ? null : 1;
}

/** Letters needed for recognising a name inside other words; a Chinese character counts for three. */
const TELLING_LETTERS = 6;

/** Checks if a text contains the name. Short names must be whole words: Li is not in Oliver, nor 李 in 行李. */
function hasNameInText(text: string, name: string): boolean {
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

/** Checks if a text contains exactly this number, not a longer one. */
function hasNumberInText(text: string, number: string): boolean {
  const at = number === '' ? -1 : text.toUpperCase().indexOf(number.toUpperCase());
  if (at === -1) return false;
  const isPart = (letter: string | undefined) => letter !== undefined && /[A-Z0-9]/i.test(letter);
  return !isPart(text[at - 1]) && !isPart(text[at + number.length]);
}

/** Normalises a name: no blanks, signs or legal form. */
const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replace(/(?:股份)?有限(?:责任)?公司$|(?:coltd|ltd|llc|inc|gmbh)$/u, '');

/** Checks if two names mean one partner: only signs, case or legal form differ. */
export const isSamePartner = (one: string, other: string): boolean =>
  plainName(one) !== '' && plainName(one) === plainName(other);

/** Search form of a name, without the legal form at the end. */
export const withoutLegalForm = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/(?:股份)?有限(?:责任)?公司\s*$/u, '')
    .replace(/[\s,.]+(?:co[\s,.]+ltd|ltd|llc|inc|gmbh)[\s.]*$/iu, '')
    .trim();

/** Selects pairs unique at both ends, or beyond doubt ahead of all rivals. */
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
