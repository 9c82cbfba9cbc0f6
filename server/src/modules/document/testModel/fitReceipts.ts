// Turns random wishes into receipts of goods in transit.
import { ZERO } from '@tradehouse/domain';
import { plainTerms } from './counts.ts';
import { takenOf } from './links.ts';
import { otherSpot } from './papers.ts';
import type { Paper, PaperLine } from './papers.ts';
import { pick } from './pick.ts';
import type { Wish } from './wishes.ts';

/** Creates a receipt for a line of a transfer, with missing or surplus pieces. */
export function receipt(wish: Wish, papers: readonly Paper[], at: number): Paper {
  const transfer = papers[at] as Paper;
  const line = pick(transfer.lines, wish.turn) as PaperLine;
  const left = Math.max(0, line.pieces - takenOf(papers, at, line.line, 'other'));
  const gone = papers
    .filter(({ deleted, kind }) => !deleted && kind === 'transferIn')
    .flatMap(({ lines }) => lines)
    .filter(({ from }) => from?.paper === at && from.line === line.line)
    .flatMap(({ serials }) => serials);
  const open = line.serials.filter((serial) => !gone.includes(serial));
  const surplus = wish.on && wish.wild && line.product !== 2 && left > 0 ? 1 : 0;
  const arrived = surplus > 0 ? left + surplus : Math.min(wish.lines[0]?.serials.length ?? 1, left);
  const missing = surplus === 0 && wish.on ? left - arrived : 0;
  const from = { paper: at, line: line.line };
  const rows = [
    { role: 'item' as const, pieces: arrived, serials: open.slice(0, arrived) },
    {
      role: 'part' as const,
      pieces: missing - surplus,
      serials: open.slice(arrived, arrived + missing),
    },
  ].filter(({ pieces }) => pieces !== 0);
  return {
    ...transfer,
    ...plainTerms,
    kind: 'transferIn',
    spot: otherSpot(transfer.spot),
    lines: rows.map((row, index) => ({ ...line, boxed: false, ...row, line: index + 1, from })),
    needsApproval: false,
    approved: false,
    closed: false,
    deleted: false,
    booked: ZERO,
    bonusUsed: ZERO,
    nextLine: 3,
  };
}
