import {
  ZERO,
  freightExpenses,
  isDocumentInForce,
  paymentFeeShares,
  settledFeeShares,
  toPlainDecimal,
  serviceFees,
  sourceIdsOf,
} from '@tradehouse/domain';
import type {
  Decimal,
  Document,
  FreightShares,
  GoodsLine,
  MoneyLine,
  OrderLife,
} from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { refuseWith } from '../../../kernel/access/index.ts';
import { atOnce, rowsAsTable, sqlError, runTogether } from '../../../kernel/tx/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { settledIdsOf } from '../links/settle.ts';
import { savedColumns } from './codec.ts';
import { noteColumns, savedNotes } from './notes.ts';
import { NUMBER_ONCE } from './numbers.ts';
import type { CountedNumberSql } from './numbers.ts';
import type { StoredDocument } from './stored.ts';

/** Line data beyond the input of `postings`. */
export interface LineExtras {
  readonly productId: string;
  readonly pricedBy: 'unitPrice' | 'amount' | 'total';
  readonly minimumPrice: Decimal | null;
  readonly discountShare: Decimal;
  readonly feeShare: Decimal;
}

type HeadColumnValues = readonly (readonly [column: string, value: unknown])[];

const plainAmountOrNull = (value: Decimal | null): string | null =>
  value === null ? null : toPlainDecimal(value);

/** Head columns set by each save, new or changed. */
const columnsOfSavedHead = (stored: StoredDocument): HeadColumnValues => [
  ...savedColumns(stored),
  ['service_fees', toPlainDecimal(serviceFees(stored.document))],
];

const headColumnNamesSql = (columns: HeadColumnValues): RawBuilder<unknown> =>
  sql.raw(columns.map(([column]) => column).join(', '));
const headColumnValuesSql = (columns: HeadColumnValues): RawBuilder<unknown> =>
  sql.join(columns.map(([, value]) => value));

/** Columns of a new head except the number. */
const columnsOfNewHead = (stored: StoredDocument): HeadColumnValues => [
  ['id', stored.document.id],
  ...columnsOfSavedHead(stored),
  ['creator_id', stored.head.creatorId],
  ['institution_id', stored.head.institutionId],
  ['in_force', isDocumentInForce(stored.document)],
  ['imported_from', stored.head.importedFrom],
];

/**
 * Returns true if a new head is inserted last, with the number: if nothing reads the head before. Links
 * count by head, and serials reference the document of their transit. A head numbered later is written and
 * indexed twice.
 */
export const headComesLast = (document: Document): boolean =>
  document.number === null &&
  !document.travels &&
  [...sourceIdsOf(document), ...settledIdsOf(document)].length === 0;

/** Inserts a new head under the reserved id, with the counted number. */
export const insertDocumentHead = (
  { tx, tenantId }: Context,
  stored: StoredDocument,
  counted: CountedNumberSql,
) => {
  const columns = columnsOfNewHead(stored);
  return sql<{ number: string }>`
    insert into document (tenant_id, number, ${headColumnNamesSql(columns)}) overriding system value
    select ${tenantId}::bigint, counted.number, ${headColumnValuesSql(columns)} from ${counted} where not counted.taken
    returning number`.execute(tx);
};

/** Inserts new heads; numbers follow last, unless given. */
async function insertDocumentHeads(
  { tx, tenantId }: Context,
  stored: readonly StoredDocument[],
): Promise<void> {
  const heads = stored.map((one): HeadColumnValues => [
    ...columnsOfNewHead(one),
    ['number', one.document.number],
  ]);
  const [first] = heads;
  if (first === undefined) return;
  const rows = heads.map((columns) => sql`(${tenantId}, ${headColumnValuesSql(columns)})`);
  await refuseTakenNumber(
    stored.map(({ document }) => document),
    sql`insert into document (tenant_id, ${headColumnNamesSql(first)}) overriding system value
      values ${sql.join(rows)}`.execute(tx),
  );
}

interface NewStoredDocument {
  readonly stored: StoredDocument;
  readonly extras: ReadonlyMap<number, LineExtras>;
}

/**
 * Inserts new documents in one round trip: one statement each for heads not inserted last, lines, and every
 * kind of part.
 */
export async function insertDocuments(
  context: Context,
  drafts: readonly NewStoredDocument[],
  comesLast: (document: Document) => boolean = () => false,
): Promise<void> {
  const stored = drafts.map((draft) => draft.stored);
  await runTogether([
    insertDocumentHeads(
      context,
      stored.filter(({ document }) => !comesLast(document)),
    ),
    atOnce(context.tx, [
      ...insertDocumentLines(context, drafts),
      ...insertLineParts(
        context,
        stored.map(({ document }) => document),
      ),
    ]),
  ]);
}

function insertDocumentLines(
  { tenantId }: Context,
  drafts: readonly NewStoredDocument[],
): RawBuilder<unknown>[] {
  const rows = drafts.flatMap(({ stored: { document }, extras }) =>
    lineRows(document, extras).map((row) => ({
      document_id: document.id,
      business_date: document.businessDate,
      ...row,
    })),
  );
  if (rows.length === 0) return [];
  return [
    sql`
    insert into document_line (tenant_id, document_id, business_date, ${lineNames})
    select ${tenantId}::bigint, given.* from ${rowsAsTable(rows, `document_id bigint, business_date date, ${lineColumns}`)}
    returning line`,
  ];
}

/** Writes a changed document: increments the head's version and deletes removed lines. */
export async function updateDocument(
  context: Context,
  stored: StoredDocument,
  extras: ReadonlyMap<number, LineExtras>,
): Promise<void> {
  await runTogether([
    updateHead(context, stored),
    clearDocumentLines(context, stored.document),
    writeDocumentLines(context, stored.document, extras),
  ]);
}

/** The database knows best whether a number is free: deleted documents keep theirs. */
async function refuseTakenNumber<T>(documents: readonly Document[], write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (sqlError(error)?.constraint !== NUMBER_ONCE) throw error;
    const number = documents.flatMap((document) => document.number ?? []).join(', ');
    return refuseWith('document.numberTaken', { number }, { field: 'number' });
  }
}

const lifeColumns = (life: OrderLife | null): HeadColumnValues =>
  life === null
    ? []
    : [
        ['confirmation', life.confirmation],
        ['push', life.push],
        ['arrived', life.arrived],
        ['cancel_reason', life.cancelReason],
      ];

/** Updates a head and increments the version. */
export async function updateHead({ tx, tenantId }: Context, stored: StoredDocument): Promise<void> {
  const { id, number, deleted, closed } = stored.document;
  const columns: HeadColumnValues = [
    ...columnsOfSavedHead(stored),
    ['number', number],
    ['in_force', isDocumentInForce(stored.document)],
    ['closed', closed],
    ...lifeColumns(stored.head.life),
  ];
  const sets = columns.map(([column, value]) => sql`${sql.raw(column)} = ${value}`);
  const update = sql`
    update document set ${sql.join(sets)}, version = version + 1, updated_at = now(),
      deleted_at = ${deleted ? sql`least(deleted_at, now())` : sql`null`}
    where tenant_id = ${tenantId} and id = ${id}`;
  await refuseTakenNumber([stored.document], update.execute(tx));
}

function lineRows(document: Document, extras: ReadonlyMap<number, LineExtras>): object[] {
  const expenses = goodsExpenseColumns(document);
  const fees = settledFeeShares(document);
  return [
    ...document.goodsLines.map((line, index) => ({
      ...goodsRow(line, index + 1, extras.get(line.line)),
      ...expenses[index],
    })),
    ...document.moneyLines.map((line, index) => ({
      ...moneyRow(line, index + 1),
      ...expenseColumns(undefined, fees[index]),
    })),
  ];
}

const expenseColumns = (freight: FreightShares | undefined, fee: Decimal = ZERO) => ({
  freight_cost: plainAmountOrNull(freight?.cost ?? null) ?? '0',
  freight_estimated: plainAmountOrNull(freight?.estimated ?? null) ?? '0',
  payment_fee: toPlainDecimal(fee),
});

/** Returns the shares of booked freight and of payment fees of each goods line. */
function goodsExpenseColumns(document: Document) {
  const freight = freightExpenses(document);
  const fees = paymentFeeShares(document);
  return document.goodsLines.map((_, at) => expenseColumns(freight[at], fees[at]));
}

/** Updates the shares of booked freight and of payment fees on the goods lines of documents. */
export async function writeExpenseShares(
  { tx, tenantId }: Context,
  documents: readonly Document[],
): Promise<void> {
  const rows = documents.flatMap((document) => {
    const expenses = goodsExpenseColumns(document);
    return document.goodsLines.map(({ line }, at) => ({
      document_id: document.id,
      line,
      ...expenses[at],
    }));
  });
  if (rows.length === 0) return;
  await sql`
    update document_line l set freight_cost = given.freight_cost,
      freight_estimated = given.freight_estimated, payment_fee = given.payment_fee
    from ${rowsAsTable(
      rows,
      'document_id bigint, line int, freight_cost numeric, freight_estimated numeric, payment_fee numeric',
    )}
    where l.tenant_id = ${tenantId} and l.document_id = given.document_id and l.line = given.line`.execute(
    tx,
  );
}

/** Writes lines, allocations, links, settlements and services; existing lines keep number and children. */
async function writeDocumentLines(
  context: Context,
  document: Document,
  extras: ReadonlyMap<number, LineExtras>,
): Promise<void> {
  await atOnce(context.tx, [
    ...upsertLines(context, document, lineRows(document, extras)),
    ...insertLineParts(context, [document]),
  ]);
}

/** Statements for the parts beside lines: allocations, parts of kits, links, accounts and services. */
const insertLineParts = (
  context: Context,
  documents: readonly Document[],
): RawBuilder<unknown>[] => [
  ...insertAllocations(context, documents),
  ...insertKitParts(context, documents),
  ...insertLinks(context, documents),
  ...insertSettlements(context, documents),
  ...insertServices(context, documents),
];

async function clearDocumentLines(
  { tx, tenantId }: Context,
  { id, goodsLines, moneyLines }: Document,
): Promise<void> {
  const kept = [...goodsLines, ...moneyLines].map(({ line }) => line);
  const clear = (table: string, owner = 'document_id') =>
    sql`delete from ${sql.table(table)} where tenant_id = ${tenantId} and ${sql.ref(owner)} = ${id}`.execute(
      tx,
    );
  await runTogether([
    clear('line_allocation'),
    clear('line_part'),
    clear('document_link', 'target_document_id'),
    clear('document_settlement'),
    clear('document_service'),
    // No live document links to a deleted line; deleted children's links are removed.
    sql`delete from document_link k using document c
      where k.tenant_id = ${tenantId} and k.source_document_id = ${id} and k.source_line <> all(${kept}::int[])
        and c.tenant_id = ${tenantId} and c.id = k.target_document_id and c.deleted_at is not null`.execute(
      tx,
    ),
    sql`delete from document_line
      where tenant_id = ${tenantId} and document_id = ${id} and line <> all(${kept}::int[])`.execute(
      tx,
    ),
  ]);
}

const lineColumns = `line int, position int, role text, sku_id bigint, barcode_id bigint, barcode text, product_id bigint,
  unit text, ratio numeric, quantity numeric, base_quantity numeric, priced_by text, unit_price numeric, amount numeric,
  tax_rate numeric, tax numeric, total numeric, discount_share numeric, fee_share numeric, weight numeric,
  warehouse_id bigint, target_warehouse_id bigint, minimum_price numeric, supplier_id bigint, account_id bigint, item_id bigint,
  settled_document_id bigint, booked numeric, freight_cost numeric, freight_estimated numeric, payment_fee numeric,
  regular_price numeric, promotions text, ${noteColumns}`;
const namesOfLine = lineColumns.split(',').map((column) => column.trim().split(' ')[0] ?? '');
const lineNames = sql.raw(namesOfLine.join(', '));
const lineUpdates = sql.raw(
  namesOfLine
    .slice(1)
    .map((name) => `${name} = excluded.${name}`)
    .join(', '),
);

function goodsRow(line: GoodsLine, position: number, extras: LineExtras | undefined): object {
  return {
    line: line.line,
    position,
    role: line.role,
    sku_id: line.skuId,
    barcode_id: line.barcodeId,
    barcode: line.barcode,
    product_id: extras?.productId ?? null,
    unit: line.unit,
    ratio: toPlainDecimal(line.ratio),
    quantity: toPlainDecimal(line.quantity),
    base_quantity: toPlainDecimal(line.baseQuantity),
    priced_by: extras?.pricedBy ?? 'unitPrice',
    unit_price: toPlainDecimal(line.unitPrice),
    amount: toPlainDecimal(line.amount),
    tax_rate: toPlainDecimal(line.taxRate),
    tax: toPlainDecimal(line.tax),
    total: toPlainDecimal(line.total),
    discount_share: plainAmountOrNull(extras?.discountShare ?? null) ?? '0',
    fee_share: plainAmountOrNull(extras?.feeShare ?? null) ?? '0',
    weight: toPlainDecimal(line.weight),
    warehouse_id: line.warehouseId,
    target_warehouse_id: line.targetWarehouseId,
    minimum_price: plainAmountOrNull(extras?.minimumPrice ?? null),
    supplier_id: line.supplierId ?? null,
    regular_price: plainAmountOrNull(line.regularPrice ?? null),
    promotions: line.promotions ?? '',
    ...savedNotes(line.notes),
  };
}

/** Money lines have no goods: their columns are empty or zero. */
function moneyRow(line: MoneyLine, position: number): object {
  return {
    line: line.line,
    position,
    role: 'item',
    barcode: '',
    unit: '',
    ratio: '1',
    quantity: '0',
    base_quantity: '0',
    priced_by: 'amount',
    unit_price: '0',
    amount: toPlainDecimal(line.amount),
    booked: toPlainDecimal(line.booked),
    tax_rate: '0',
    tax: '0',
    total: '0',
    discount_share: '0',
    fee_share: '0',
    weight: '0',
    account_id: line.accountId,
    item_id: line.itemId,
    settled_document_id: line.settledDocumentId,
    promotions: '',
    ...savedNotes(line.notes),
  };
}

function upsertLines(
  { tenantId }: Context,
  { id, businessDate }: Document,
  rows: readonly object[],
): RawBuilder<unknown>[] {
  if (rows.length === 0) return [];
  return [
    sql`
    insert into document_line (tenant_id, document_id, business_date, ${lineNames})
    select ${tenantId}::bigint, ${id}::bigint, ${businessDate}::date, given.* from ${rowsAsTable(rows, lineColumns)}
    on conflict (tenant_id, document_id, line) do update set business_date = excluded.business_date, ${lineUpdates}
    returning line`,
  ];
}

const isPlainAllocation = ({
  lot,
  serials,
  stockType,
  bin,
}: GoodsLine['allocations'][number]): boolean =>
  lot === null && serials.length === 0 && stockType === 'formal' && bin === null;

function insertAllocations(
  { tenantId }: Context,
  documents: readonly Document[],
): RawBuilder<unknown>[] {
  const rows = documents.flatMap(({ id, goodsLines }) =>
    goodsLines
      .filter(({ allocations }) => allocations.length > 1 || !allocations.every(isPlainAllocation))
      .flatMap(({ line, allocations }) =>
        allocations.map(({ quantity, lot, expiry, serials, stockType, bin }, index) => ({
          document_id: id,
          line,
          allocation: index + 1,
          quantity: toPlainDecimal(quantity),
          lot: lot ?? '',
          expiry,
          serials,
          stock_type: stockType,
          bin: bin ?? '',
        })),
      ),
  );
  if (rows.length === 0) return [];
  return [
    sql`
    insert into line_allocation (tenant_id, document_id, line, allocation, quantity, lot, expiry, serials, stock_type, bin)
    select ${tenantId}::bigint, given.* from ${rowsAsTable(
      rows,
      'document_id bigint, line int, allocation int, quantity numeric, lot text, expiry date, serials text[], stock_type text, bin text',
    )}
    returning line`,
  ];
}

function insertKitParts(
  { tenantId }: Context,
  documents: readonly Document[],
): RawBuilder<unknown>[] {
  const rows = documents.flatMap(({ id, goodsLines }) =>
    goodsLines.flatMap(({ line, parts = [] }) =>
      parts.map(({ skuId, quantity }) => ({
        document_id: id,
        line,
        sku_id: skuId,
        quantity: toPlainDecimal(quantity),
      })),
    ),
  );
  if (rows.length === 0) return [];
  return [
    sql`
    insert into line_part (tenant_id, document_id, line, sku_id, quantity)
    select ${tenantId}::bigint, given.* from ${rowsAsTable(
      rows,
      'document_id bigint, line int, sku_id bigint, quantity numeric',
    )}
    returning line`,
  ];
}

function insertLinks({ tenantId }: Context, documents: readonly Document[]): RawBuilder<unknown>[] {
  const rows = documents.flatMap(({ id, goodsLines }) =>
    goodsLines.flatMap(({ line, source, baseQuantity }) =>
      source === null
        ? []
        : [
            {
              target_document_id: id,
              target_line: line,
              source_document_id: source.documentId,
              source_line: source.line,
              quantity: toPlainDecimal(baseQuantity),
            },
          ],
    ),
  );
  if (rows.length === 0) return [];
  return [
    sql`
    insert into document_link (tenant_id, target_document_id, target_line, source_document_id, source_line, quantity)
    select ${tenantId}::bigint, given.* from ${rowsAsTable(
      rows,
      'target_document_id bigint, target_line int, source_document_id bigint, source_line int, quantity numeric',
    )}
    returning target_line`,
  ];
}

function insertSettlements(
  { tenantId }: Context,
  documents: readonly Document[],
): RawBuilder<unknown>[] {
  const rows = documents.flatMap(({ id, settlements }) =>
    settlements.map(({ accountId, amount, fee = ZERO, feeRate = ZERO }) => ({
      document_id: id,
      account_id: accountId,
      amount: toPlainDecimal(amount),
      fee: toPlainDecimal(fee),
      fee_rate: toPlainDecimal(feeRate),
    })),
  );
  if (rows.length === 0) return [];
  return [
    sql`
    insert into document_settlement (tenant_id, document_id, account_id, amount, fee, fee_rate)
    select ${tenantId}::bigint, given.* from ${rowsAsTable(
      rows,
      'document_id bigint, account_id bigint, amount numeric, fee numeric, fee_rate numeric',
    )}
    returning account_id`,
  ];
}

function insertServices(
  { tenantId }: Context,
  documents: readonly Document[],
): RawBuilder<unknown>[] {
  const rows = documents.flatMap(({ id, services }) =>
    services.map(({ serviceId, quantity, fee, amount }, index) => ({
      document_id: id,
      line: index + 1,
      service_id: serviceId,
      quantity: toPlainDecimal(quantity),
      fee: toPlainDecimal(fee),
      amount: toPlainDecimal(amount),
    })),
  );
  if (rows.length === 0) return [];
  return [
    sql`
    insert into document_service (tenant_id, document_id, line, service_id, quantity, fee, amount)
    select ${tenantId}::bigint, given.* from ${rowsAsTable(
      rows,
      'document_id bigint, line int, service_id bigint, quantity numeric, fee numeric, amount numeric',
    )}
    returning line`,
  ];
}
