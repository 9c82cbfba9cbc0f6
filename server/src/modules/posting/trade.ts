import { tradeMeasures } from '@tradehouse/database';
import {
  ZERO,
  stockCrossingOf,
  documentKinds,
  toBaseAmounts,
  freightExpenses,
  isDocumentInForce,
  lineShares,
  paymentFeeShares,
  toPlainDecimal,
} from '@tradehouse/domain';
import type { Decimal, Document, PostedMove } from '@tradehouse/domain';
import type { NotedRow } from './unfolded.ts';

type Measures = Readonly<Record<(typeof tradeMeasures)[number], Decimal>>;

/** Contribution of a line, or of a ledger move, to a SKU's trade in a warehouse. */
interface TradePart {
  readonly warehouseId: string;
  readonly skuId: string;
  /** 1: the document counts here, in the warehouse of the first line. */
  readonly documents: 0 | 1;
  /** 1: the part is a line. */
  readonly lines: 0 | 1;
  /** 1: the document counts here, for the SKU in the warehouse. */
  readonly bySku: 0 | 1;
  readonly measures: Partial<Measures>;
}

/** Document with stock-ledger moves and owner data. */
export interface TradedDocument {
  readonly document: Document;
  readonly moves: readonly PostedMove[];
  readonly creatorId: string;
  readonly institutionId: string | null;
  readonly salespersonIds: readonly string[];
}

/** Owner of a part, and the sign: added or taken back. */
interface SignedTradePart extends TradePart {
  readonly whose: NotedRow;
  readonly key: string;
  readonly sign: 1 | -1;
}

/**
 * Returns the change of daily trade as pending rows: the former state is subtracted, the current state
 * added. A row belongs to a single warehouse. Amounts of SKUs are parallel lists inside the row, hence
 * creator and institution are stored once.
 */
export function tradeRows(
  before: readonly TradedDocument[],
  after: readonly TradedDocument[],
): NotedRow[] {
  const parts = [
    ...before.flatMap((traded) => signTradeParts(traded, -1)),
    ...after.flatMap((traded) => signTradeParts(traded, 1)),
  ];
  return [...Map.groupBy(parts, ({ key }) => key).values()].flatMap((group) => {
    const first = group[0];
    const documents = countSignedParts(group, 'documents');
    const lines = countSignedParts(group, 'lines');
    const goods = goodsLists(group);
    if (first === undefined || (documents === 0 && lines === 0 && goods === null)) return [];
    const { whose, warehouseId } = first;
    const counts = { documents, ...(lines === 0 ? {} : { lines }) };
    return [
      {
        ...whose,
        warehouse_id: warehouseId,
        ...counts,
        ...nonZeroMeasures(sumTradeMeasures(group)),
        ...goods,
      },
    ];
  });
}

function signTradeParts(traded: TradedDocument, sign: 1 | -1): SignedTradePart[] {
  const { document, creatorId, institutionId, salespersonIds } = traded;
  const whose = {
    business_date: document.businessDate,
    kind: document.kind,
    creator_id: creatorId,
    institution_id: institutionId ?? '0',
    partner_id: document.partnerId ?? '0',
    salesperson_ids: salesTeamOf(salespersonIds),
  };
  const name = JSON.stringify(whose);
  return tradePartsOf(traded).map((part) => ({
    ...part,
    whose,
    key: `${name} ${part.warehouseId}`,
    sign,
  }));
}

const countSignedParts = (
  group: readonly SignedTradePart[],
  of: 'documents' | 'lines' | 'bySku',
): number => group.reduce((count, part) => count + part.sign * part[of], 0);

const sumTradeMeasures = (group: readonly SignedTradePart[]): Decimal[] =>
  tradeMeasures.map((of) =>
    group.reduce((all, { sign, measures: { [of]: one } }) => {
      if (one === undefined || one.isZero()) return all;
      return sign === 1 ? all.plus(one) : all.minus(one);
    }, ZERO),
  );

/** Leaves out zeros. */
const nonZeroMeasures = (sums: readonly Decimal[]): NotedRow =>
  Object.fromEntries(
    tradeMeasures.flatMap((name, at) => {
      const one = sums[at] ?? ZERO;
      return one.isZero() ? [] : [[name, toPlainDecimal(one)]];
    }),
  );

/** Lists the sums by SKU, a list per measure in the order of `sku_ids`; null if all sums are zero. */
function goodsLists(group: readonly SignedTradePart[]): NotedRow | null {
  const goods = [...Map.groupBy(group, ({ skuId }) => skuId)]
    .map(([skuId, own]) => ({
      skuId,
      documents: countSignedParts(own, 'bySku'),
      sums: sumTradeMeasures(own),
    }))
    .filter(({ documents, sums }) => documents !== 0 || sums.some((one) => !one.isZero()));
  if (goods.length === 0) return null;
  const lists = tradeMeasures.flatMap((name, at) => {
    const list = goods.map(({ sums }) => sums[at] ?? ZERO);
    return list.every((one) => one.isZero()) ? [] : [[`sku_${name}`, list.map(toPlainDecimal)]];
  });
  return {
    sku_ids: goods.map(({ skuId }) => skuId),
    sku_documents: goods.map(({ documents }) => documents),
    ...Object.fromEntries(lists),
  };
}

/** Returns the team without repetition and in fixed order: equal people are a single team. */
const salesTeamOf = (ids: readonly string[]): string[] =>
  [...new Set(ids)].toSorted((a, b) => Number(BigInt(a) - BigInt(b)));

/** Returns the lines of a document in force, and the remaining cost of places without lines. */
function tradePartsOf({ document, moves }: TradedDocument): TradePart[] {
  if (documentKinds[document.kind].trade === null || !isDocumentInForce(document)) return [];
  const crossed = moves.filter((move) => stockCrossingOf(move) !== 'none');
  return [...tradePartsOfLines(document), ...crossed.map((move) => costPartOfMove(document, move))];
}

function tradePartsOfLines(document: Document): TradePart[] {
  const { goodsLines } = document;
  const own = lineAmountsInBase(document);
  const freight = freightExpenses(document);
  const fees = paymentFeeShares(document);
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
      measures: {
        quantity,
        amount,
        tax,
        discount,
        charges,
        freight_cost: freight[at]?.cost ?? ZERO,
        freight_estimated: freight[at]?.estimated ?? ZERO,
        payment_fee: fees[at] ?? ZERO,
      },
    };
  });
}

/**
 * Returns amount, tax, discount and charges of the lines, in base currency, with sums equal to the
 * document's.
 */
function lineAmountsInBase(document: Document): Decimal[][] {
  const { goodsLines } = document;
  const shares = lineShares(document);
  return [
    goodsLines.map(({ total }, at) => total.minus(shares[at]?.discount ?? ZERO)),
    goodsLines.map(({ tax }) => tax),
    shares.map(({ discount }) => discount),
    shares.map(({ fees }) => fees),
  ].map((amounts) => toBaseAmounts(document, amounts));
}

/**
 * Value of goods moved in the direction of the document's kind. Below 0 for the opposite direction, for
 * example if a sale shrinks and the goods were worth more than on a later day.
 */
function costPartOfMove({ kind }: Document, move: PostedMove): TradePart {
  const goes = documentKinds[kind].goods.item?.to === 'warehouse' ? 'in' : 'out';
  const way = stockCrossingOf(move);
  const { id: warehouseId } = way === 'in' ? move.to : move.from;
  const cost = way === goes ? move.value : move.value.negated();
  // The customer bought the kit, so the cost of its parts belongs to the kit.
  const skuId = move.kitSkuId ?? move.skuId;
  return { warehouseId, skuId, documents: 0, lines: 0, bySku: 0, measures: { cost } };
}
