// Lots of the reference: each expires on one day, that of the papers that name it (S8).
import { documentKinds } from '@tradehouse/domain';
import type { ErrorKey } from '@tradehouse/domain';
import { inForce } from './papers.ts';
import type { Paper, PaperLine } from './papers.ts';

/** The lots that the books have seen; null: it isn't known when it expires. */
export type Expiries = ReadonlyMap<string, string | null>;

const lotLines = ({ deleted, lines }: Paper): readonly PaperLine[] =>
  deleted ? [] : lines.filter(({ lot }) => lot !== '');

/** What a line doesn't say of its lot is what is known of it, or what another line of the paper says of a new one. */
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

/** Whether a paper in the books says something else of a lot than before, though no goods move. */
export function corrects(before: Paper | undefined, after: Paper): boolean {
  const moves = Object.keys(documentKinds[after.kind].goods).length > 0;
  if (before === undefined || !moves || !inForce(after)) return false;
  const said = (line: PaperLine): string => `${line.lot} ${line.expiry}`;
  const known = lotLines(before).map(said);
  return lotLines(after).some((line) => line.expiry !== null && !known.includes(said(line)));
}

/** Papers tell of their lots; another expiry is taken as long as no other paper names the lot. */
export function told(
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
