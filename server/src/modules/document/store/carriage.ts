import { decimal, documentKinds } from '@tradehouse/domain';
import type { AnyKindCode, BookedFreight, PaidFreight } from '@tradehouse/domain';
import { sql } from 'kysely';
import { runTogether } from '../../../kernel/tx/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { worthSql } from '../../system/index.ts';
import type { StoredDocument } from './stored.ts';

interface StoredCarriage {
  /** Booked freight by document. */
  readonly freights: ReadonlyMap<string, readonly BookedFreight[]>;
  /** Freight paid, by expenditure. */
  readonly paid: ReadonlyMap<string, readonly PaidFreight[]>;
}

/** Kinds with freight in their books. */
export const carriedKinds = (purse: 'inventory' | 'freightCost'): readonly string[] =>
  Object.entries(documentKinds).flatMap(([code, { carriage }]) =>
    carriage.some(({ to }) => to === purse) ? [code] : [],
  );
const bearing = new Set([...carriedKinds('inventory'), ...carriedKinds('freightCost')]);

export const paysCarriers = (kind: AnyKindCode): boolean =>
  documentKinds[kind].carriage.some(({ to }) => to === 'carrier');

/** Kinds made of sales orders, with the freight of the order in their books. */
const outboundKinds = new Set(
  Object.entries(documentKinds).flatMap(([code, { carriage, sources }]) =>
    'saleOrder' in sources && carriage.some(({ to }) => to === 'freightCost') ? [code] : [],
  ),
);
export const carriesOrderFreight = (kind: AnyKindCode): boolean => outboundKinds.has(kind);

interface CarriageHead {
  readonly id: string;
  readonly kind: AnyKindCode;
}

/** Reads freight in the books of documents, only for kinds with carriage. The documents are locked. */
export async function loadCarriage(
  context: Context,
  heads: readonly CarriageHead[],
): Promise<StoredCarriage> {
  const idsOf = (has: (kind: AnyKindCode) => boolean) =>
    heads.filter(({ kind }) => has(kind)).map(({ id }) => id);
  const [freights, paid] = await runTogether([
    readBookedFreights(
      context,
      idsOf((kind) => bearing.has(kind)),
    ),
    readPaidFreights(context, idsOf(paysCarriers)),
  ]);
  return { freights, paid };
}

async function readBookedFreights(
  { tx, tenantId }: Context,
  ids: readonly string[],
): Promise<Map<string, BookedFreight[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{
    document_id: string;
    company_id: string;
    booked: string;
    allocate_by: BookedFreight['allocateBy'];
    estimated: boolean;
  }>`
    select coalesce(carried_by_id, document_id) as document_id, company_id, booked, allocate_by,
      actual is null as estimated
    from freight_info
    where tenant_id = ${tenantId} and booked <> 0 and not cancelled
      and (document_id = any(${ids}::bigint[]) or carried_by_id = any(${ids}::bigint[]))
    order by 1, id`.execute(tx);
  const byDocument = Map.groupBy(rows, (row) => row.document_id);
  return new Map(
    [...byDocument].map(([id, own]) => [
      id,
      own.map((row) => ({
        carrierId: row.company_id,
        amount: decimal(row.booked),
        allocateBy: row.allocate_by,
        estimated: row.estimated,
      })),
    ]),
  );
}

interface PaidFreightRow {
  readonly company_id: string;
  readonly actual: string;
  readonly worth: string;
  readonly booked: string;
}

const paidFreightFromRow = (row: PaidFreightRow): PaidFreight => ({
  carrierId: row.company_id,
  amount: decimal(row.actual),
  worth: decimal(row.worth),
  booked: decimal(row.booked),
});

async function readPaidFreights(
  { tx, tenantId }: Context,
  ids: readonly string[],
): Promise<Map<string, PaidFreight[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<PaidFreightRow & { payment_id: string }>`
    select payment_id, company_id, actual, booked,
      ${worthSql(tenantId, sql`actual`, sql`exchange_rate`)} as worth
    from freight_info
    where tenant_id = ${tenantId} and payment_id = any(${ids}::bigint[]) and booked is not null
    order by payment_id, id`.execute(tx);
  const byPayment = Map.groupBy(rows, (row) => row.payment_id);
  return new Map([...byPayment].map(([id, own]) => [id, own.map(paidFreightFromRow)]));
}

/** Reads confirmed freight with a booked amount, for an expenditure not saved yet. */
export async function readPayableFreights(
  { tx, tenantId }: Context,
  freightIds: readonly string[],
): Promise<PaidFreight[]> {
  const { rows } = await sql<PaidFreightRow>`
    select company_id, actual, ${worthSql(tenantId, sql`actual`, sql`exchange_rate`)} as worth, booked
    from freight_info
    where tenant_id = ${tenantId} and id = any(${freightIds}::bigint[]) and booked is not null
    order by id`.execute(tx);
  return rows.map(paidFreightFromRow);
}

/** Adds the freight in a document's books. */
export function withCarriage(
  { document, head }: StoredDocument,
  { freights, paid }: StoredCarriage,
): StoredDocument {
  const [own = [], pays = []] = [freights.get(document.id), paid.get(document.id)];
  const { freights: _freights, paidFreights: _paid, ...bare } = document;
  return {
    document: {
      ...bare,
      ...(own.length === 0 ? {} : { freights: own }),
      ...(pays.length === 0 ? {} : { paidFreights: pays }),
    },
    head,
  };
}
