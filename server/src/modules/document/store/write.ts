import { inForce, plain, serviceFees, sourceIdsOf } from '@tradehouse/domain';
import type { Decimal, Document, GoodsLine, MoneyLine, OrderLife } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { atOnce, given, refuse, sqlError, together } from '../../../kernel/index.ts';
import type { Context } from '../../../kernel/index.ts';
import { settledIdsOf } from '../links/settle.ts';
import { savedColumns } from './codec.ts';
import { noteColumns, savedNotes } from './notes.ts';
import { NUMBER_ONCE } from './numbers.ts';
import type { Counted } from './numbers.ts';
import type { Stored } from './stored.ts';

/** What a goods line keeps besides what `postings` reads. */
export interface LineExtras {
  readonly productId: string;
  readonly pricedBy: 'unitPrice' | 'amount' | 'total';
  readonly minimumPrice: Decimal | null;
  readonly discountShare: Decimal;
  readonly feeShare: Decimal;
}

type Columns = readonly (readonly [column: string, value: unknown])[];

const money = (value: Decimal | null): string | null => (value === null ? null : plain(value));

/** The columns of a head that saving sets, new or changed. */
const headColumns = (stored: Stored): Columns => [
  ...savedColumns(stored),
  ['service_fees', plain(serviceFees(stored.document))],
];

const names = (columns: Columns): RawBuilder<unknown> =>
  sql.raw(columns.map(([column]) => column).join(', '));
const values = (columns: Columns): RawBuilder<unknown> =>
  sql.join(columns.map(([, value]) => value));

/** The columns of a new head but for its number. */
const newHead = (stored: Stored): Columns => [
  ['id', stored.document.id],
  ...headColumns(stored),
  ['creator_id', stored.head.creatorId],
  ['institution_id', stored.head.institutionId],
  ['in_force', inForce(stored.document)],
  ['imported_from', stored.head.importedFrom],
];

/**
 * Whether a new document's head is written with its number, when everything else is: where nothing asks for the head before.
 * What counts on others is counted there by its head, and serials name what they travel by. A head that gets its number
 * later is written, and indexed, twice.
 */
export const headComesLast = (document: Document): boolean =>
  document.number === null &&
  !document.travels &&
  [...sourceIdsOf(document), ...settledIdsOf(document)].length === 0;

/** Writes the head of a new document under the id it already has, with the number that was just counted. */
export const insertHead = ({ tx, tenantId }: Context, stored: Stored, counted: Counted) => {
  const columns = newHead(stored);
  return sql<{ number: string }>`
    insert into document (tenant_id, number, ${names(columns)}) overriding system value
    select ${tenantId}::bigint, counted.number, ${values(columns)} from ${counted} where not counted.taken
    returning number`.execute(tx);
};

/** Writes new heads; they get their numbers last, unless they were given one. */
async function insertHeads({ tx, tenantId }: Context, stored: readonly Stored[]): Promise<void> {
  const heads = stored.map((one): Columns => [...newHead(one), ['number', one.document.number]]);
  const [first] = heads;
  if (first === undefined) return;
  const rows = heads.map((columns) => sql`(${tenantId}, ${values(columns)})`);
  await numbered(
    stored.map(({ document }) => document),
    sql`insert into document (tenant_id, ${names(first)}) overriding system value
      values ${sql.join(rows)}`.execute(tx),
  );
}

/** A new document as it is written, under the id that it already has. */
interface NewDocument {
  readonly stored: Stored;
  readonly extras: ReadonlyMap<number, LineExtras>;
}

/**
 * Writes new documents whole, in one trip: a statement for the heads but those that come last, one for the lines, one for
 * each sort of what goes with them.
 */
export async function insertDocuments(
  context: Context,
  drafts: readonly NewDocument[],
  comesLast: (document: Document) => boolean = () => false,
): Promise<void> {
  const stored = drafts.map((draft) => draft.stored);
  await together([
    insertHeads(
      context,
      stored.filter(({ document }) => !comesLast(document)),
    ),
    atOnce(context.tx, [
      ...insertLines(context, drafts),
      ...insertParts(
        context,
        stored.map(({ document }) => document),
      ),
    ]),
  ]);
}

function insertLines({ tenantId }: Context, drafts: readonly NewDocument[]): RawBuilder<unknown>[] {
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
    select ${tenantId}::bigint, given.* from ${given(rows, `document_id bigint, business_date date, ${lineColumns}`)}
    returning line`,
  ];
}

/** Writes a changed document: the head with its version counted, lines that are gone removed. */
export async function updateDocument(
  context: Context,
  stored: Stored,
  extras: ReadonlyMap<number, LineExtras>,
): Promise<void> {
  await together([
    updateHead(context, stored),
    clearLines(context, stored.document),
    writeLines(context, stored.document, extras),
  ]);
}

/** The database knows best whether a number is free: deleted documents keep theirs. */
async function numbered<T>(documents: readonly Document[], write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (sqlError(error)?.constraint !== NUMBER_ONCE) throw error;
    const number = documents.flatMap((document) => document.number ?? []).join(', ');
    return refuse('document.numberTaken', { number }, { field: 'number' });
  }
}

const lifeColumns = (life: OrderLife | null): Columns =>
  life === null
    ? []
    : [
        ['confirmation', life.confirmation],
        ['push', life.push],
        ['arrived', life.arrived],
        ['cancel_reason', life.cancelReason],
      ];

/** Changes a head and counts its version. */
export async function updateHead({ tx, tenantId }: Context, stored: Stored): Promise<void> {
  const { id, number, deleted, closed } = stored.document;
  const columns: Columns = [
    ...headColumns(stored),
    ['number', number],
    ['in_force', inForce(stored.document)],
    ['closed', closed],
    ...lifeColumns(stored.head.life),
  ];
  const sets = columns.map(([column, value]) => sql`${sql.raw(column)} = ${value}`);
  const update = sql`
    update document set ${sql.join(sets)}, version = version + 1, updated_at = now(),
      deleted_at = ${deleted ? sql`least(deleted_at, now())` : sql`null`}
    where tenant_id = ${tenantId} and id = ${id}`;
  await numbered([stored.document], update.execute(tx));
}

const lineRows = (
  { goodsLines, moneyLines }: Document,
  extras: ReadonlyMap<number, LineExtras>,
): object[] => [
  ...goodsLines.map((line, index) => goodsRow(line, index + 1, extras.get(line.line))),
  ...moneyLines.map((line, index) => moneyRow(line, index + 1)),
];

/**
 * Writes the lines of a document with their allocations and links, its settlements and its services; lines that exist
 * keep their number and what was made from them.
 */
async function writeLines(
  context: Context,
  document: Document,
  extras: ReadonlyMap<number, LineExtras>,
): Promise<void> {
  await atOnce(context.tx, [
    ...upsertLines(context, document, lineRows(document, extras)),
    ...insertParts(context, [document]),
  ]);
}

/** What goes with the lines of documents: lots and serials, what they come from, accounts, services. */
const insertParts = (context: Context, documents: readonly Document[]): RawBuilder<unknown>[] => [
  ...insertAllocations(context, documents),
  ...insertLinks(context, documents),
  ...insertSettlements(context, documents),
  ...insertServices(context, documents),
];

async function clearLines(
  { tx, tenantId }: Context,
  { id, goodsLines, moneyLines }: Document,
): Promise<void> {
  const kept = [...goodsLines, ...moneyLines].map(({ line }) => line);
  const clear = (table: string, owner = 'document_id') =>
    sql`delete from ${sql.table(table)} where tenant_id = ${tenantId} and ${sql.ref(owner)} = ${id}`.execute(
      tx,
    );
  await together([
    clear('line_allocation'),
    clear('document_link', 'target_document_id'),
    clear('document_settlement'),
    clear('document_service'),
    // Nothing that lives stands on a line that goes; what was made of it and deleted since lets go of it.
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
  settled_document_id bigint, booked numeric, ${noteColumns}`;
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
    ratio: plain(line.ratio),
    quantity: plain(line.quantity),
    base_quantity: plain(line.baseQuantity),
    priced_by: extras?.pricedBy ?? 'unitPrice',
    unit_price: plain(line.unitPrice),
    amount: plain(line.amount),
    tax_rate: plain(line.taxRate),
    tax: plain(line.tax),
    total: plain(line.total),
    discount_share: money(extras?.discountShare ?? null) ?? '0',
    fee_share: money(extras?.feeShare ?? null) ?? '0',
    weight: plain(line.weight),
    warehouse_id: line.warehouseId,
    target_warehouse_id: line.targetWarehouseId,
    minimum_price: money(extras?.minimumPrice ?? null),
    supplier_id: line.supplierId ?? null,
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
    amount: plain(line.amount),
    booked: plain(line.booked),
    tax_rate: '0',
    tax: '0',
    total: '0',
    discount_share: '0',
    fee_share: '0',
    weight: '0',
    account_id: line.accountId,
    item_id: line.itemId,
    settled_document_id: line.settledDocumentId,
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
    select ${tenantId}::bigint, ${id}::bigint, ${businessDate}::date, given.* from ${given(rows, lineColumns)}
    on conflict (tenant_id, document_id, line) do update set business_date = excluded.business_date, ${lineUpdates}
    returning line`,
  ];
}

const isWhole = ({ lot, serials, stockType, bin }: GoodsLine['allocations'][number]): boolean =>
  lot === null && serials.length === 0 && stockType === 'formal' && bin === null;

function insertAllocations(
  { tenantId }: Context,
  documents: readonly Document[],
): RawBuilder<unknown>[] {
  const rows = documents.flatMap(({ id, goodsLines }) =>
    goodsLines
      .filter(({ allocations }) => allocations.length > 1 || !allocations.every(isWhole))
      .flatMap(({ line, allocations }) =>
        allocations.map(({ quantity, lot, expiry, serials, stockType, bin }, index) => ({
          document_id: id,
          line,
          allocation: index + 1,
          quantity: plain(quantity),
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
    select ${tenantId}::bigint, given.* from ${given(
      rows,
      'document_id bigint, line int, allocation int, quantity numeric, lot text, expiry date, serials text[], stock_type text, bin text',
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
              quantity: plain(baseQuantity),
            },
          ],
    ),
  );
  if (rows.length === 0) return [];
  return [
    sql`
    insert into document_link (tenant_id, target_document_id, target_line, source_document_id, source_line, quantity)
    select ${tenantId}::bigint, given.* from ${given(
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
    settlements.map(({ accountId, amount }) => ({
      document_id: id,
      account_id: accountId,
      amount: plain(amount),
    })),
  );
  if (rows.length === 0) return [];
  return [
    sql`
    insert into document_settlement (tenant_id, document_id, account_id, amount)
    select ${tenantId}::bigint, given.* from ${given(rows, 'document_id bigint, account_id bigint, amount numeric')}
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
      quantity: plain(quantity),
      fee: plain(fee),
      amount: plain(amount),
    })),
  );
  if (rows.length === 0) return [];
  return [
    sql`
    insert into document_service (tenant_id, document_id, line, service_id, quantity, fee, amount)
    select ${tenantId}::bigint, given.* from ${given(
      rows,
      'document_id bigint, line int, service_id bigint, quantity numeric, fee numeric, amount numeric',
    )}
    returning line`,
  ];
}
