import { decimal } from '@tradehouse/domain';
import type {
  CostRule,
  MoveToPost,
  OriginOf,
  PlaceType,
  PostedRows,
  PostedEntry,
  PostedMove,
  PurseType,
  StockType,
} from '@tradehouse/domain';
import { sql } from 'kysely';
import { rowsAsTable, runTogether } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';

/** Posted entries of a document, and the last sequence numbers used. */
export interface PostedDocument extends PostedRows {
  readonly lastMove: number;
  readonly lastEntry: number;
}

const nothing: PostedDocument = { moves: [], entries: [], lastMove: 0, lastEntry: 0 };

export type PostedOf = (documentId: string) => PostedDocument;

/**
 * Reads both ledgers' rows for these documents. Document rows are locked, therefore the result stays valid.
 */
export async function readPosted(
  context: Context,
  documentIds: readonly string[],
): Promise<PostedOf> {
  if (documentIds.length === 0) return () => nothing;
  const [moves, entries] = await runTogether([
    readMoves(context, documentIds),
    readPostedEntries(context, documentIds),
  ]);
  return (id) => {
    const own = moves.get(id) ?? [];
    const money = entries.get(id) ?? [];
    return {
      moves: own,
      entries: money,
      lastMove: own.at(-1)?.seq ?? 0,
      lastEntry: money.at(-1)?.seq ?? 0,
    };
  };
}

type Sequenced<Row> = Row & { readonly seq: number };

async function readMoves(
  { tx, tenantId }: Context,
  ids: readonly string[],
): Promise<Map<string, Sequenced<PostedMove>[]>> {
  const { rows } = await sql<{
    document_id: string;
    seq: number;
    line: number;
    sku_id: string;
    kit_sku_id: string | null;
    lot: string;
    stock_type: StockType;
    from_place: PlaceType;
    from_id: string;
    to_place: PlaceType;
    to_id: string;
    quantity: string;
    value: string;
    serials: string[];
    business_date: string;
  }>`
    select document_id, seq, line, sku_id, kit_sku_id, lot, stock_type, from_place, from_id, to_place, to_id,
      quantity, value, serials, business_date
    from stock_move
    where tenant_id = ${tenantId} and document_id = any(${ids}::bigint[])
    order by document_id, seq`.execute(tx);
  const moves = rows.map((row) => ({
    documentId: row.document_id,
    seq: row.seq,
    line: row.line,
    skuId: row.sku_id,
    ...(row.kit_sku_id === null ? {} : { kitSkuId: row.kit_sku_id }),
    lot: row.lot,
    stockType: row.stock_type,
    from: { place: row.from_place, id: row.from_id },
    to: { place: row.to_place, id: row.to_id },
    quantity: decimal(row.quantity),
    value: decimal(row.value),
    serials: row.serials,
    businessDate: row.business_date,
  }));
  return Map.groupBy(moves, ({ documentId }) => documentId);
}

async function readPostedEntries(
  { tx, tenantId }: Context,
  ids: readonly string[],
): Promise<Map<string, Sequenced<PostedEntry>[]>> {
  const { rows } = await sql<{
    document_id: string;
    seq: number;
    from_purse: PurseType;
    from_id: string;
    to_purse: PurseType;
    to_id: string;
    partner_id: string | null;
    amount: string;
    currency: string;
    original_amount: string;
    business_date: string;
  }>`
    select document_id, seq, from_purse, from_id, to_purse, to_id, partner_id, amount, currency, original_amount, business_date
    from money_entry
    where tenant_id = ${tenantId} and document_id = any(${ids}::bigint[])
    order by document_id, seq`.execute(tx);
  const entries = rows.map((row) => ({
    documentId: row.document_id,
    seq: row.seq,
    from: { purse: row.from_purse, id: row.from_id },
    to: { purse: row.to_purse, id: row.to_id },
    partnerId: row.partner_id,
    amount: decimal(row.amount),
    originalAmount: decimal(row.original_amount),
    currency: row.currency,
    businessDate: row.business_date,
  }));
  return Map.groupBy(entries, ({ documentId }) => documentId);
}

const isOrigin = (cost: CostRule): cost is Extract<CostRule, { rule: 'origin' }> =>
  cost.rule === 'origin';

/**
 * Sums the postings of the origin lines of these moves by SKU: returning goods take this value. An origin is
 * booked before any document made from the origin, and stays booked as long as the derived document exists.
 * Therefore no batch posts an origin together with returns.
 */
export async function readOrigins(
  { tx, tenantId }: Context,
  moves: readonly MoveToPost[],
): Promise<OriginOf> {
  const origins = moves.map(({ cost }) => cost).filter(isOrigin);
  if (origins.length === 0) return () => undefined;
  const wanted = [
    ...new Map(origins.map((origin) => [`${origin.documentId} ${origin.line}`, origin])).values(),
  ];
  const { rows } = await sql<{
    document_id: string;
    line: number;
    sku_id: string;
    quantity: string;
    value: string;
  }>`
    select m.document_id, m.line, m.sku_id,
      abs(sum(case m.from_place when 'warehouse' then m.quantity else -m.quantity end)) as quantity,
      abs(sum(case m.from_place when 'warehouse' then m.value else -m.value end)) as value
    from ${rowsAsTable(
      wanted.map(({ documentId, line }) => ({ document_id: documentId, line })),
      'document_id bigint, line int',
    )}
    join stock_move m on m.tenant_id = ${tenantId} and m.document_id = given.document_id and m.line = given.line
    group by 1, 2, 3`.execute(tx);
  const sums = new Map(
    rows.map((row) => [
      `${row.document_id} ${row.line} ${row.sku_id}`,
      { quantity: decimal(row.quantity), value: decimal(row.value) },
    ]),
  );
  return (documentId, line, skuId) => sums.get(`${documentId} ${line} ${skuId}`);
}
