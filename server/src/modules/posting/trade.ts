import { tradeMeasures } from '@tradehouse/database';
import {
  ZERO,
  crossing,
  documentKinds,
  inBase,
  inForce,
  lineShares,
  plain,
} from '@tradehouse/domain';
import type { Decimal, Document, PostedMove } from '@tradehouse/domain';
import type { NotedRow } from './unfolded.ts';

type Measures = Readonly<Record<(typeof tradeMeasures)[number], Decimal>>;

/** What a line, or a move of the ledger, adds to the trade of a SKU in a warehouse. */
interface Part {
  readonly warehouseId: string;
  readonly skuId: string;
  /** 1: the document counts here, in the warehouse of its first line. */
  readonly documents: 0 | 1;
  /** 1: it is a line. */
  readonly lines: 0 | 1;
  /** 1: the document counts here as one of the SKU in the warehouse. */
  readonly bySku: 0 | 1;
  readonly measures: Partial<Measures>;
}

/** A document with what it has in the stock ledger, and whose it is. */
export interface Traded {
  readonly document: Document;
  readonly moves: readonly PostedMove[];
  readonly creatorId: string;
  readonly institutionId: string | null;
  readonly salespersonIds: readonly string[];
}

/** Whose a part is, and whether it is added or taken back. */
interface Signed extends Part {
  readonly whose: NotedRow;
  readonly key: string;
  readonly sign: 1 | -1;
}

/**
 * What changes in the days' trade: what the documents were takes itself back, what they are adds itself. A row is of one
 * warehouse; what it is made of stands in it SKU by SKU, as lists side by side, so that whose it is is noted once.
 */
export function tradeRows(before: readonly Traded[], after: readonly Traded[]): NotedRow[] {
  const parts = [
    ...before.flatMap((traded) => signed(traded, -1)),
    ...after.flatMap((traded) => signed(traded, 1)),
  ];
  return [...Map.groupBy(parts, ({ key }) => key).values()].flatMap((group) => {
    const first = group[0];
    const documents = counted(group, 'documents');
    const lines = counted(group, 'lines');
    const goods = goodsLists(group);
    if (first === undefined || (documents === 0 && lines === 0 && goods === null)) return [];
    const { whose, warehouseId } = first;
    const counts = { documents, ...(lines === 0 ? {} : { lines }) };
    return [{ ...whose, warehouse_id: warehouseId, ...counts, ...noted(sumsOf(group)), ...goods }];
  });
}

function signed(traded: Traded, sign: 1 | -1): Signed[] {
  const { document, creatorId, institutionId, salespersonIds } = traded;
  const whose = {
    business_date: document.businessDate,
    kind: document.kind,
    creator_id: creatorId,
    institution_id: institutionId ?? '0',
    partner_id: document.partnerId ?? '0',
    salesperson_ids: teamOf(salespersonIds),
  };
  const name = JSON.stringify(whose);
  return partsOf(traded).map((part) => ({
    ...part,
    whose,
    key: `${name} ${part.warehouseId}`,
    sign,
  }));
}

const counted = (group: readonly Signed[], of: 'documents' | 'lines' | 'bySku'): number =>
  group.reduce((count, part) => count + part.sign * part[of], 0);

const sumsOf = (group: readonly Signed[]): Decimal[] =>
  tradeMeasures.map((of) =>
    group.reduce((all, { sign, measures: { [of]: one } }) => {
      if (one === undefined || one.isZero()) return all;
      return sign === 1 ? all.plus(one) : all.minus(one);
    }, ZERO),
  );

/** What comes to nothing is not noted. */
const noted = (sums: readonly Decimal[]): NotedRow =>
  Object.fromEntries(
    tradeMeasures.flatMap((name, at) => {
      const one = sums[at] ?? ZERO;
      return one.isZero() ? [] : [[name, plain(one)]];
    }),
  );

/** The same SKU by SKU, a list for each measure in the order of `sku_ids`; null where every SKU came out even. */
function goodsLists(group: readonly Signed[]): NotedRow | null {
  const goods = [...Map.groupBy(group, ({ skuId }) => skuId)]
    .map(([skuId, own]) => ({ skuId, documents: counted(own, 'bySku'), sums: sumsOf(own) }))
    .filter(({ documents, sums }) => documents !== 0 || sums.some((one) => !one.isZero()));
  if (goods.length === 0) return null;
  const lists = tradeMeasures.flatMap((name, at) => {
    const list = goods.map(({ sums }) => sums[at] ?? ZERO);
    return list.every((one) => one.isZero()) ? [] : [[`sku_${name}`, list.map(plain)]];
  });
  return {
    sku_ids: goods.map(({ skuId }) => skuId),
    sku_documents: goods.map(({ documents }) => documents),
    ...Object.fromEntries(lists),
  };
}

/** Who sold together, each once and in one order: the same people are one team. */
const teamOf = (ids: readonly string[]): string[] =>
  [...new Set(ids)].toSorted((a, b) => Number(BigInt(a) - BigInt(b)));

/** The lines of a document in force and, where no line stands any more, what it left there of its cost. */
function partsOf({ document, moves }: Traded): Part[] {
  if (documentKinds[document.kind].trade === null || !inForce(document)) return [];
  const crossed = moves.filter((move) => crossing(move) !== 'none');
  return [...linesOf(document), ...crossed.map((move) => costOf(document, move))];
}

function linesOf(document: Document): Part[] {
  const { goodsLines } = document;
  const own = amountsOf(document);
  const met = new Set<string>();
  return goodsLines.map(({ skuId, warehouseId, baseQuantity: quantity }, at) => {
    const spot = `${warehouseId ?? '0'} ${skuId}`;
    const bySku = met.has(spot) ? 0 : 1;
    met.add(spot);
    const [amount = ZERO, tax = ZERO, discount = ZERO, charges = ZERO] = own.map(
      (list) => list[at] ?? ZERO,
    );
    return {
      warehouseId: warehouseId ?? '0',
      skuId,
      documents: at === 0 ? 1 : 0,
      lines: 1,
      bySku,
      measures: { quantity, amount, tax, discount, charges },
    };
  });
}

/** Amount, tax, discount and charges of the lines, each in base currency so that its sum is the document's. */
function amountsOf(document: Document): Decimal[][] {
  const { goodsLines } = document;
  const shares = lineShares(document);
  return [
    goodsLines.map(({ total }, at) => total.minus(shares[at]?.discount ?? ZERO)),
    goodsLines.map(({ tax }) => tax),
    shares.map(({ discount }) => discount),
    shares.map(({ fees }) => fees),
  ].map((amounts) => inBase(document, amounts));
}

/**
 * The value that goods took the way that they go by the document's kind: below 0 where they came the other way, as when a
 * sale is made less whose goods were worth more than a later day had.
 */
function costOf({ kind }: Document, move: PostedMove): Part {
  const goes = documentKinds[kind].goods.item?.to === 'warehouse' ? 'in' : 'out';
  const way = crossing(move);
  const { id: warehouseId } = way === 'in' ? move.to : move.from;
  const cost = way === goes ? move.value : move.value.negated();
  return { warehouseId, skuId: move.skuId, documents: 0, lines: 0, bySku: 0, measures: { cost } };
}
