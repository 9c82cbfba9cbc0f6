import { Money, ZERO, decimal, documentKinds, formalStock, isOrder } from '@tradehouse/domain';
import type {
  Allocation,
  AnyKindCode,
  Document,
  GoodsLine,
  MoneyLine,
  Numeric,
  OrderLife,
  ServiceLine,
  Settlement,
} from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder, Selectable } from 'kysely';
import type { Database } from '@tradehouse/database';
import { refuse, together, visibleDocuments } from '../../../kernel/index.ts';
import type { Context } from '../../../kernel/index.ts';
import { loadDocument, loadHead } from './codec.ts';
import { loadNotes } from './notes.ts';
import type { Stored } from './stored.ts';

/** A document's head as it is kept; its kind is checked by every call that writes one. */
export type DocumentRow = Omit<Selectable<Database['document']>, 'kind'> & {
  readonly kind: AnyKindCode;
};
type LineRow = Selectable<Database['document_line']> & {
  source_document_id: string | null;
  source_line: number | null;
};
type AllocationRow = Selectable<Database['line_allocation']>;

/**
 * Locks documents for the rest of the transaction: the user's own, with them the documents their lines come from or
 * settle, and others that the new lines will. Anyone who changes a document, takes from it or settles it comes through here
 * first.
 *
 * The own ones come first, in a statement of their own that shares its trip: what they come from is known for certain
 * only once no one else can change it. Younger ones before older ones, as documents come from older ones.
 */
export async function lockHeads(
  context: Context,
  own: readonly string[],
  others: readonly string[],
): Promise<Map<string, DocumentRow>> {
  if (own.length === 0 && others.length === 0) return new Map();
  const [mine, sources] = await together([
    own.length === 0 ? Promise.resolve([]) : locked(context, sql`select unnest(${own}::bigint[])`),
    locked(
      context,
      sql`
      select unnest(${others}::bigint[])
      union select source_document_id from document_link
      where tenant_id = ${context.tenantId} and target_document_id = any(${own}::bigint[])
      union select settled_document_id from document_line
      where tenant_id = ${context.tenantId} and document_id = any(${own}::bigint[]) and settled_document_id is not null`,
    ),
  ]);
  return new Map([...sources, ...mine].map((row) => [row.id, row]));
}

async function locked(
  { tx, tenantId }: Context,
  ids: RawBuilder<unknown>,
): Promise<readonly DocumentRow[]> {
  const { rows } = await sql<DocumentRow>`
    select * from document d
    where d.tenant_id = ${tenantId} and d.id in (${ids})
    order by d.id desc
    for update`.execute(tx);
  return rows;
}

/** Which of these documents the user may see, of those that are not deleted. */
export async function visibleIds(
  { tx, tenantId, scope }: Context,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select d.id from document d
    where d.tenant_id = ${tenantId} and d.id = any(${ids}::bigint[]) and d.deleted_at is null
      and ${visibleDocuments(scope, 'd')}`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Refuses with `record.stale` what was changed since it was read: no one approves what they have not seen. `ids` and
 * `versions` as a call sends them, in the same order; a caller that says no versions takes things as they are.
 */
export function mustBeAsRead(
  heads: ReadonlyMap<string, DocumentRow>,
  ids: string,
  versions: string | undefined,
): void {
  if (versions === undefined) return;
  const parts = (text: string): string[] => text.split(',').filter((part) => part !== '');
  const read = parts(versions);
  const wanted = parts(ids);
  if (wanted.length !== read.length)
    refuse('request.field', { field: 'versions' }, { field: 'versions' });
  wanted.forEach((id, at) => {
    const head = heads.get(id);
    if (head !== undefined && head.version !== Number(read[at]))
      refuse('record.stale', { id, number: head.number ?? '' });
  });
}

/** The whole documents of these heads, in the heads' order. Four statements at most, however many there are. */
export async function withLines(
  context: Context,
  heads: readonly DocumentRow[],
): Promise<Stored[]> {
  const ids = heads.map(({ id }) => id);
  const [lines, allocations, settlements, services] = await together([
    readLines(context, ids),
    readAllocations(context, ids),
    readSettlements(context, ids),
    readServices(context, heads),
  ]);
  return heads.map((head) => {
    const own = lines.get(head.id) ?? [];
    const parts = Map.groupBy(allocations.get(head.id) ?? [], ({ line }) => line);
    const [paid, served] = [settlements.get(head.id) ?? [], services.get(head.id) ?? []];
    return storedOf(head, own, parts, paid, served);
  });
}

async function readLines(
  { tx, tenantId }: Context,
  ids: readonly string[],
): Promise<Map<string, LineRow[]>> {
  const { rows } = await sql<LineRow>`
    select l.*, k.source_document_id, k.source_line
    from document_line l
    left join document_link k
      on k.tenant_id = ${tenantId} and k.target_document_id = l.document_id and k.target_line = l.line
    where l.tenant_id = ${tenantId} and l.document_id = any(${ids}::bigint[])
    order by l.document_id, l.position`.execute(tx);
  return Map.groupBy(rows, (row) => row.document_id);
}

async function readAllocations(
  { tx, tenantId }: Context,
  ids: readonly string[],
): Promise<Map<string, AllocationRow[]>> {
  const { rows } = await sql<AllocationRow>`
    select * from line_allocation
    where tenant_id = ${tenantId} and document_id = any(${ids}::bigint[])
    order by document_id, line, allocation`.execute(tx);
  return Map.groupBy(rows, (row) => row.document_id);
}

async function readSettlements(
  { tx, tenantId }: Context,
  ids: readonly string[],
): Promise<Map<string, Settlement[]>> {
  const { rows } = await sql<{ document_id: string; account_id: string; amount: string }>`
    select document_id, account_id, amount from document_settlement
    where tenant_id = ${tenantId} and document_id = any(${ids}::bigint[])
    order by document_id, account_id`.execute(tx);
  const byDocument = Map.groupBy(rows, (row) => row.document_id);
  return new Map(
    [...byDocument].map(([id, own]) => [
      id,
      own.map(({ account_id, amount }) => ({ accountId: account_id, amount: decimal(amount) })),
    ]),
  );
}

/** Only of kinds that have services anything is asked. */
async function readServices(
  { tx, tenantId }: Context,
  heads: readonly DocumentRow[],
): Promise<Map<string, ServiceLine[]>> {
  const ids = heads
    .filter(({ kind }) => documentKinds[kind].amounts.includes('services'))
    .map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{
    document_id: string;
    service_id: string;
    quantity: string;
    fee: string;
    amount: string;
  }>`
    select document_id, service_id, quantity, fee, amount from document_service
    where tenant_id = ${tenantId} and document_id = any(${ids}::bigint[])
    order by document_id, line`.execute(tx);
  const byDocument = Map.groupBy(rows, (row) => row.document_id);
  return new Map(
    [...byDocument].map(([id, own]) => [
      id,
      own.map(({ service_id, quantity, fee, amount }) => ({
        serviceId: service_id,
        quantity: decimal(quantity),
        fee: decimal(fee),
        amount: decimal(amount),
      })),
    ]),
  );
}

function storedOf(
  head: DocumentRow,
  lines: readonly LineRow[],
  parts: ReadonlyMap<number, readonly AllocationRow[]>,
  settlements: readonly Settlement[],
  services: readonly ServiceLine[],
): Stored {
  const goods = lines.filter(({ sku_id }) => sku_id !== null);
  const money = lines.filter(({ sku_id }) => sku_id === null);
  const document: Document = {
    ...loadDocument(head),
    id: head.id,
    number: head.number,
    deleted: head.deleted_at !== null,
    closed: head.closed,
    services,
    settlements,
    goodsLines: goods.map((line) => goodsLineOf(line, parts.get(line.line) ?? [])),
    moneyLines: money.map(moneyLineOf),
  };
  return { document, head: { ...loadHead(head), life: isOrder(head.kind) ? lifeOf(head) : null } };
}

function goodsLineOf(row: LineRow, parts: readonly AllocationRow[]): GoodsLine {
  const baseQuantity = decimal(row.base_quantity);
  return {
    line: row.line,
    role: row.role,
    skuId: row.sku_id ?? '',
    barcodeId: row.barcode_id ?? '',
    barcode: row.barcode,
    unit: row.unit,
    ratio: decimal(row.ratio),
    quantity: decimal(row.quantity),
    baseQuantity,
    unitPrice: decimal(row.unit_price),
    amount: decimal(row.amount),
    taxRate: decimal(row.tax_rate),
    tax: decimal(row.tax),
    total: decimal(row.total),
    warehouseId: row.warehouse_id,
    targetWarehouseId: row.target_warehouse_id,
    weight: decimal(row.weight),
    allocations: parts.length === 0 ? wholeLine(baseQuantity) : parts.map(allocationOf),
    source:
      row.source_document_id === null
        ? null
        : { documentId: row.source_document_id, line: row.source_line ?? 0 },
    ...(row.supplier_id === null ? {} : { supplierId: row.supplier_id }),
    notes: loadNotes(row),
  };
}

/** A line of which nothing particular is said keeps no row of its own. */
const wholeLine = (baseQuantity: GoodsLine['baseQuantity']): Allocation[] =>
  baseQuantity.isZero() ? [] : [formalStock(baseQuantity.abs())];

const allocationOf = (row: AllocationRow): Allocation => ({
  quantity: decimal(row.quantity),
  lot: row.lot === '' ? null : row.lot,
  expiry: row.expiry,
  serials: row.serials,
  stockType: row.stock_type,
  bin: row.bin === '' ? null : row.bin,
});

const moneyLineOf = (row: LineRow): MoneyLine => ({
  line: row.line,
  amount: decimal(row.amount),
  accountId: row.account_id,
  itemId: row.item_id,
  settledDocumentId: row.settled_document_id,
  booked: row.booked === null ? ZERO : decimal(row.booked),
  notes: loadNotes(row),
});

/** What the amounts of a head are in. */
export const moneyTermsOf = ({
  currency,
  exchange_rate,
  money_digits,
}: Pick<DocumentRow, 'currency' | 'exchange_rate' | 'money_digits'>) => ({
  currency,
  exchangeRate: decimal(exchange_rate),
  moneyDigits: money_digits,
});

/** Money of a head, booked as the head is, or as it is said. */
export function moneyOf(row: DocumentRow, amount: Numeric, booked?: Numeric): Money {
  const paper = { number: row.number, ...moneyTermsOf(row) };
  return new Money(paper, decimal(amount), booked === undefined ? undefined : decimal(booked));
}

/** What is kept of an order's life. */
export const lifeOf = (row: DocumentRow): OrderLife => ({
  confirmation: row.confirmation,
  push: row.push,
  arrived: row.arrived,
  cancelReason: row.cancel_reason,
});
