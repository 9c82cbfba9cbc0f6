// Lots in the reference: a lot has a single expiry day, stated by papers (S8).
import { documentKinds } from '@tradehouse/domain';
import type { ErrorKey } from '@tradehouse/domain';
import { inForce } from './papers.ts';
import type { Paper, PaperLine } from './papers.ts';

/** Known lots with their expiry day; null if unknown. */
export type Expiries = ReadonlyMap<string, string | null>;

const lotLines = ({ deleted, lines }: Paper): readonly PaperLine[] =>
  deleted ? [] : lines.filter(({ lot }) => lot !== '');

/** Adds missing expiry days to lines: of the known lot, or stated for a new lot on another line. */
export function withExpiries(paper: Paper, known: Expiries): Paper {
  const said = (lot: string) =>
    paper.lines.find((line) => line.lot === lot && line.expiry !== null)?.expiry ?? null;
  const lines = paper.lines.map((line) => {
    const { lot, expiry } = line;
    if (lot === '' || expiry !== null) return line;
    return { ...line, expiry: known.has(lot) ? (known.get(lot) ?? null) : said(lot) };
  });
  return { ...paper, lines };
}

/** Returns true if a change of a paper in force states another expiry day of a lot. */
export function corrects(before: Paper | undefined, after: Paper): boolean {
  const moves = Object.keys(documentKinds[after.kind].goods).length > 0;
  if (before === undefined || !moves || !inForce(after)) return false;
  const said = (line: PaperLine): string => `${line.lot} ${line.expiry}`;
  const known = lotLines(before).map(said);
  return lotLines(after).some((line) => line.expiry !== null && !known.includes(said(line)));
}

/** Updates the expiry days of lots; a known day may change only if no other paper has the lot. */
export function statedExpiries(
  before: Expiries,
  papers: readonly Paper[],
  others: readonly Paper[],
): { readonly expiries: Expiries; readonly reasons: readonly ErrorKey[] } {
  const expiries = new Map(before);
  const reasons: ErrorKey[] = [];
  for (const [lot, lines] of Map.groupBy(papers.flatMap(lotLines), (line) => line.lot)) {
    const said = new Set(lines.flatMap(({ expiry }) => expiry ?? []));
    const [expiry = null] = said;
    const known = before.get(lot) ?? null;
    const other = expiry !== null && known !== null && expiry !== known;
    const named = others.flatMap(lotLines).some((line) => line.lot === lot);
    if (said.size > 1 || (other && named)) reasons.push('lot.otherExpiry');
    expiries.set(lot, expiry ?? known);
  }
  return { expiries, reasons };
}
