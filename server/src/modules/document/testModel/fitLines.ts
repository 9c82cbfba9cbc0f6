// Turns wished lines into lines of goods in stock.
import type { State } from './books.ts';
import { BOX, assemblies, spotOf } from './papers.ts';
import type { LineStockType, ModelKind, PaperLine, ProductNumber, Spot } from './papers.ts';
import { pick } from './pick.ts';
import { stockOf } from './stock.ts';
import type { LineWish, Wish } from './wishes.ts';

const sellers: readonly ModelKind[] = ['saleOut', 'retailOut'];
export const sellsFor = (kind: ModelKind): boolean => sellers.includes(kind);

function lineOf({ kind }: Wish, wish: LineWish, at: number): PaperLine {
  const { product, serials, price, taxRate, stockType, portion, lot, expiry, away } = wish;
  const boxed = product === 3 && wish.boxed;
  const plainPieces = boxed ? BOX * Math.ceil(wish.pieces / 3) : wish.pieces;
  // Sometimes a count finds no goods.
  const counted = kind === 'stockCount' && portion === 'over' ? 0 : plainPieces;
  const pieces = product === 2 ? serials.length : counted;
  return {
    line: at + 1,
    role: !assemblies.includes(kind) ? 'item' : at === 0 ? 'composite' : 'part',
    product,
    pieces: kind === 'stockRecount' && portion === 'one' ? -pieces : pieces,
    boxed,
    lot: product === 1 ? lot : '',
    expiry: product === 1 ? expiry : null,
    stockType,
    serials: product === 2 ? serials : [],
    price,
    taxRate,
    away: away && !assemblies.includes(kind),
    from: null,
  };
}

const takers: readonly ModelKind[] = [
  'purchaseBack',
  'saleOut',
  'retailOut',
  'transfer',
  'otherOut',
];
const takes = ({ kind }: Wish, { role, pieces }: PaperLine): boolean =>
  takers.includes(kind) ||
  pieces < 0 ||
  (kind === 'assemble' && role === 'part') ||
  (kind === 'disassemble' && role === 'composite');

/** Returns the wished lines, each serial once; issues use goods in stock. */
export function linesOf(wish: Wish, state: State): PaperLine[] {
  const { papers, expiries } = state;
  const { kind, lines, wild, terms, turn, on } = wish;
  const enough =
    assemblies.includes(kind) && lines.length < 2 && !wild
      ? [
          ...lines,
          ...lines.map((line) => ({ ...line, product: line.product === 0 ? 3 : 0 }) as const),
        ]
      : lines;
  const read = enough.map((line, at) => lineOf(wish, line, at));
  if (wild) return read;
  const lying = [...stockOf(papers)].filter(([, pieces]) => pieces > 0);
  const named = new Set<string>();
  const reserved = sellsFor(kind) ? wantedBy(state, terms.activity, turn) : undefined;
  return read.map((line, at) => {
    const first =
      at === 0 && takes(wish, line) ? lying.find(([key]) => key === reserved) : undefined;
    const spot = first === undefined ? spotOf(terms, line) : (first[0].split('|')[0] as Spot);
    const here = lying.filter(([key]) => key.startsWith(`${spot}|`));
    const fit = takes(wish, line) ? (first ?? pick(here, turn + at)) : undefined;
    const found = fit === undefined ? line : lyingLine(line, fit, state, spot);
    // Half of the stated expiries agree with the known lot.
    const known = on ? expiries.get(found.lot) : undefined;
    const expiry = found.product === 1 ? (known ?? line.expiry) : null;
    const own = { ...found, expiry, away: spot !== terms.spot };
    const once = own.serials.filter((serial) => !named.has(serial));
    for (const serial of once) named.add(serial);
    const several = once.length > 0 && once.length < own.serials.length;
    return several ? { ...own, serials: once, pieces: Math.sign(own.pieces) * once.length } : own;
  });
}

/** Returns the key of good stock that a line of the activity asks for; undefined: none in stock. */
function wantedBy({ papers, activities }: State, at: number | null, turn: number) {
  const line = pick(activities[at ?? -1]?.lines ?? [], turn);
  return [...stockOf(papers).keys()].find(
    (key) => key.startsWith(`${line?.spot}|${line?.product}|`) && key.endsWith('|formal'),
  );
}

/** Changes a line to goods in stock, limited to the stock where negative stock is forbidden. */
function lyingLine(
  line: PaperLine,
  [key, held]: readonly [string, number],
  { serials, switches }: State,
  spot: Spot,
): PaperLine {
  const [, product, lot = '', stockType] = key.split('|');
  const found = {
    product: Number(product) as ProductNumber,
    lot,
    stockType: stockType as LineStockType,
  };
  const there = [...serials].filter(([, at]) => at.place === spot && at.stockType === stockType);
  const own = found.product === 2 ? there.slice(0, 2).map(([serial]) => serial) : [];
  const boxed = found.product === 3 && line.boxed && held >= BOX;
  const pieces = boxed
    ? BOX
    : Math.min(Math.abs(line.pieces), switches.negativeStock ? Infinity : held);
  return {
    ...line,
    ...found,
    boxed,
    serials: own,
    pieces: Math.sign(line.pieces) * (found.product === 2 ? own.length : pieces),
  };
}
