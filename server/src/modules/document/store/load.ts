import {
  Money,
  ZERO,
  decimal,
  documentKinds,
  formalAllocationOf,
  isOrder,
} from '@tradehouse/domain';
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
import { refuseWith, visibleDocuments } from '../../../kernel/access/index.ts';
import { runTogether } from '../../../kernel/tx/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { loadDocument, loadHead } from './codec.ts';
import { loadCarriage, withCarriage } from './carriage.ts';
import { loadNotes } from './notes.ts';
import { readLineParts } from './references.ts';
import type { SoldParts } from './references.ts';
import type { StoredDocument } from './stored.ts';

/** Stored head of a document; every writing route checks the kind. */
export type DocumentRow = Omit<Selectable<Database['document']>, 'kind'> & {
  readonly kind: AnyKindCode;
};
type StoredLineRow = Selectable<Database['document_line']> & {
  source_document_id: string | null;
  source_line: number | null;
};
type AllocationRow = Selectable<Database['line_allocation']>;

/**
 * Locks documents until the transaction ends: the own documents, their sources and settled documents, and
 * those of new lines. Every change, link and settlement starts here. Own documents are locked first, in a
 * separate statement of the same round trip, because their sources are certain only then. Newer documents
 * are locked before older ones, because links refer to older documents. Therefore the other outbounds of an
 * order with freight are locked before the order, too.
 */
export async function lockHeads(
  context: Context,
  own: readonly string[],
  others: readonly string[],
): Promise<Map<string, DocumentRow>> {
  if (own.length === 0 && others.length === 0) return new Map();
  const [mine, sources] = await runTogether([
    own.length === 0
      ? Promise.resolve([])
      : lockDocumentRows(
          context,
          sql`select unnest(${own}::bigint[]) union ${outboundsOfOrdersSql(
            context,
            sql`select source_document_id from document_link
              where tenant_id = ${context.tenantId} and target_document_id = any(${own}::bigint[])`,
          )}`,
        ),
    lockDocumentRows(
      context,
      sql`
      select unnest(${others}::bigint[])
      union ${outboundsOfOrdersSql(context, sql`select unnest(${others}::bigint[])`)}
      union select source_document_id from document_link
      where tenant_id = ${context.tenantId} and target_document_id = any(${own}::bigint[])
      union select settled_document_id from document_line
      where tenant_id = ${context.tenantId} and document_id = any(${own}::bigint[]) and settled_document_id is not null`,
    ),
  ]);
  return new Map([...sources, ...mine].map((row) => [row.id, row]));
}

/** Selects the outbounds of `orders` with freight. */
const outboundsOfOrdersSql = (
  { tenantId }: Context,
  orders: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select outbound.id from freight_info f
  join document_link link on link.tenant_id = ${tenantId} and link.source_document_id = f.document_id
  join document outbound on outbound.tenant_id = ${tenantId} and outbound.id = link.target_document_id
    and outbound.kind = 'saleOut'
  where f.tenant_id = ${tenantId} and f.document_id in (${orders})`;

async function lockDocumentRows(
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

/** Filters the ids to undeleted documents visible to the user. */
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
 * Refuses with `record.stale` documents changed since the read, because no one approves unseen changes.
 * `ids` and `versions` come from the request, in equal order; without versions no check runs.
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
    refuseWith('request.field', { field: 'versions' }, { field: 'versions' });
  wanted.forEach((id, at) => {
    const head = heads.get(id);
    if (head !== undefined && head.version !== Number(read[at]))
      refuseWith('record.stale', { id, number: head.number ?? '' });
  });
}

/** Reads whole documents in heads' order, with at most seven statements. */
export async function withLines(
  context: Context,
  heads: readonly DocumentRow[],
): Promise<StoredDocument[]> {
  const ids = heads.map(({ id }) => id);
  const mayHaveKits = heads.filter(({ kind }) => documentKinds[kind].kits);
  const [lines, allocations, settlements, services, carriage, kitParts] = await runTogether([
    readStoredLines(context, ids),
    readAllocations(context, ids),
    loadStoredSettlements(context, ids),
    loadStoredServices(context, heads),
    loadCarriage(context, heads),
    readLineParts(
      context,
      mayHaveKits.map(({ id }) => id),
    ),
  ]);
  return heads.map((head) => {
    const own = lines.get(head.id) ?? [];
    const parts = Map.groupBy(allocations.get(head.id) ?? [], ({ line }) => line);
    const [paid, served] = [settlements.get(head.id) ?? [], services.get(head.id) ?? []];
    const stored = storedOf(head, own, { parts, kitParts }, paid, served);
    return withCarriage(stored, carriage);
  });
}

async function readStoredLines(
  { tx, tenantId }: Context,
  ids: readonly string[],
): Promise<Map<string, StoredLineRow[]>> {
  const { rows } = await sql<StoredLineRow>`
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

async function loadStoredSettlements(
  { tx, tenantId }: Context,
  ids: readonly string[],
): Promise<Map<string, Settlement[]>> {
  const { rows } = await sql<{
    document_id: string;
    account_id: string;
    amount: string;
    fee: string;
    fee_rate: string;
  }>`
    select document_id, account_id, amount, fee, fee_rate from document_settlement
    where tenant_id = ${tenantId} and document_id = any(${ids}::bigint[])
    order by document_id, account_id`.execute(tx);
  const byDocument = Map.groupBy(rows, (row) => row.document_id);
  return new Map(
    [...byDocument].map(([id, own]) => [
      id,
      own.map((row) => ({
        accountId: row.account_id,
        amount: decimal(row.amount),
        fee: decimal(row.fee),
        feeRate: decimal(row.fee_rate),
      })),
    ]),
  );
}

/** Queries services only for kinds with services. */
async function loadStoredServices(
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

/** Allocations by line, and parts of kits by document and line. */
interface LineParts {
  readonly parts: ReadonlyMap<number, readonly AllocationRow[]>;
  readonly kitParts: SoldParts;
}

function storedOf(
  head: DocumentRow,
  lines: readonly StoredLineRow[],
  { parts, kitParts }: LineParts,
  settlements: readonly Settlement[],
  services: readonly ServiceLine[],
): StoredDocument {
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
    goodsLines: goods.map((line) =>
      goodsLineOf(line, parts.get(line.line) ?? [], kitParts.get(`${head.id} ${line.line}`)),
    ),
    moneyLines: money.map(moneyLineOf),
  };
  return { document, head: { ...loadHead(head), life: isOrder(head.kind) ? lifeOf(head) : null } };
}

function goodsLineOf(
  row: StoredLineRow,
  parts: readonly AllocationRow[],
  kitParts: GoodsLine['parts'],
): GoodsLine {
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
    allocations: parts.length === 0 ? wholeLine(baseQuantity) : parts.map(allocationFromRow),
    source:
      row.source_document_id === null
        ? null
        : { documentId: row.source_document_id, line: row.source_line ?? 0 },
    ...(kitParts === undefined ? {} : { parts: kitParts }),
    ...(row.supplier_id === null ? {} : { supplierId: row.supplier_id }),
    ...(row.regular_price === null
      ? {}
      : { regularPrice: decimal(row.regular_price), promotions: row.promotions }),
    notes: loadNotes(row),
  };
}

/** A line with default allocation stores no row. */
const wholeLine = (baseQuantity: GoodsLine['baseQuantity']): Allocation[] =>
  baseQuantity.isZero() ? [] : [formalAllocationOf(baseQuantity.abs())];

const allocationFromRow = (row: AllocationRow): Allocation => ({
  quantity: decimal(row.quantity),
  lot: row.lot === '' ? null : row.lot,
  expiry: row.expiry,
  serials: row.serials,
  stockType: row.stock_type,
  bin: row.bin === '' ? null : row.bin,
});

const moneyLineOf = (row: StoredLineRow): MoneyLine => ({
  line: row.line,
  amount: decimal(row.amount),
  accountId: row.account_id,
  itemId: row.item_id,
  settledDocumentId: row.settled_document_id,
  booked: row.booked === null ? ZERO : decimal(row.booked),
  notes: loadNotes(row),
});

/** Currency terms of a head's amounts. */
export const moneyTermsOf = ({
  currency,
  exchange_rate,
  money_digits,
}: Pick<DocumentRow, 'currency' | 'exchange_rate' | 'money_digits'>) => ({
  currency,
  exchangeRate: decimal(exchange_rate),
  moneyDigits: money_digits,
});

/** Money of a head, booked at the head's rate or the given value. */
export function moneyFromHead(row: DocumentRow, amount: Numeric, booked?: Numeric): Money {
  const paper = { number: row.number, ...moneyTermsOf(row) };
  return new Money(paper, decimal(amount), booked === undefined ? undefined : decimal(booked));
}

export const lifeOf = (row: DocumentRow): OrderLife => ({
  confirmation: row.confirmation,
  push: row.push,
  arrived: row.arrived,
  cancelReason: row.cancel_reason,
});
