import {
  ZERO,
  crossing,
  documentKinds,
  inBase,
  inForce,
  lineShares,
  plain,
  sum,
} from '@tradehouse/domain';
import type { Decimal, Document, PostedMove } from '@tradehouse/domain';
import type { NotedRow } from './unfolded.ts';

/** What a document adds to a day's trade in one warehouse, in base currency. */
interface Trade {
  readonly warehouseId: string;
  readonly documents: number;
  readonly quantity: Decimal;
  /** With tax and after the discount. */
  readonly amount: Decimal;
  readonly tax: Decimal;
  readonly cost: Decimal;
}

/** A document with what it has in the stock ledger, and whose it is. */
export interface Traded {
  readonly document: Document;
  readonly moves: readonly PostedMove[];
  readonly creatorId: string;
  readonly institutionId: string | null;
}

/** What changes in the day's trade: what the documents were takes itself back, what they are adds itself. */
export function tradeRows(before: readonly Traded[], after: readonly Traded[]): NotedRow[] {
  const rows = [
    ...before.flatMap((traded) => rowsOf(traded, -1)),
    ...after.flatMap((traded) => rowsOf(traded, 1)),
  ];
  const same = Map.groupBy(rows, ({ key }) => key);
  return [...same.values()].flatMap((group) => {
    const first = group[0];
    if (first === undefined) return [];
    const total = (of: 'quantity' | 'amount' | 'tax' | 'cost') =>
      sum(group.map(({ trade, sign }) => trade[of].times(sign)));
    const documents = group.reduce((all, { trade, sign }) => all + trade.documents * sign, 0);
    const sums = [total('quantity'), total('amount'), total('tax'), total('cost')] as const;
    if (documents === 0 && sums.every((one) => one.isZero())) return [];
    const [quantity, amount, tax, cost] = sums;
    return [
      {
        ...first.head,
        documents,
        quantity: plain(quantity),
        amount: plain(amount),
        tax: plain(tax),
        cost: plain(cost),
      },
    ];
  });
}

function rowsOf({ document, moves, creatorId, institutionId }: Traded, sign: 1 | -1) {
  return tradeOf(document, moves).map((trade) => {
    const head = {
      business_date: document.businessDate,
      kind: document.kind,
      creator_id: creatorId,
      institution_id: institutionId ?? '0',
      partner_id: document.partnerId ?? '0',
      warehouse_id: trade.warehouseId,
    };
    return { key: JSON.stringify(head), head, trade, sign };
  });
}

/**
 * Per warehouse; the document itself counts once, in the warehouse of its first line. Where no line stands any more, what
 * the document left there of its cost still counts.
 */
function tradeOf(document: Document, moves: readonly PostedMove[]): Trade[] {
  if (documentKinds[document.kind].trade === null || !inForce(document)) return [];
  const shares = lineShares(document);
  const paid = document.goodsLines.map(({ total }, at) =>
    total.minus(shares[at]?.discount ?? ZERO),
  );
  const amounts = inBase(document, paid);
  const taxes = inBase(
    document,
    document.goodsLines.map(({ tax }) => tax),
  );
  const empty = (warehouseId: string, documents: number): Trade => ({
    warehouseId,
    documents,
    quantity: ZERO,
    amount: ZERO,
    tax: ZERO,
    cost: costIn(warehouseId, document, moves),
  });
  const trades = new Map<string, Trade>();
  document.goodsLines.forEach((line, at) => {
    const warehouseId = line.warehouseId ?? '0';
    const there = trades.get(warehouseId) ?? empty(warehouseId, at === 0 ? 1 : 0);
    trades.set(warehouseId, {
      ...there,
      quantity: there.quantity.plus(line.baseQuantity),
      amount: there.amount.plus(amounts[at] ?? ZERO),
      tax: there.tax.plus(taxes[at] ?? ZERO),
    });
  });
  for (const warehouseId of warehousesOf(moves))
    if (!trades.has(warehouseId)) trades.set(warehouseId, empty(warehouseId, 0));
  return [...trades.values()];
}

const warehousesOf = (moves: readonly PostedMove[]): Set<string> =>
  new Set(
    moves.flatMap(({ from, to }) =>
      [from, to].filter(({ place }) => place === 'warehouse').map(({ id }) => id),
    ),
  );

/**
 * The value that the goods took the way that they go by their kind: below 0 where more came of them another way, as when
 * a sale is made less whose goods were worth more than a later day had.
 */
function costIn(warehouseId: string, { kind }: Document, moves: readonly PostedMove[]): Decimal {
  const goes = documentKinds[kind].goods.item?.to === 'warehouse' ? 'in' : 'out';
  const signed = moves.map((move) => {
    const way = crossing(move);
    const place = way === 'in' ? move.to : move.from;
    if (way === 'none' || place.id !== warehouseId) return ZERO;
    return way === goes ? move.value : move.value.negated();
  });
  return sum(signed);
}
