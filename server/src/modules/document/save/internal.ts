import { toPlainDecimal } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { Context } from '../../../kernel/access/index.ts';
import { deleteInternal } from './steps.ts';
import { saveDocument } from './save.ts';
import type { DocumentInput } from './save.ts';

/** Opening stock of a product in a warehouse. */
export interface OpeningStockLine {
  /** Stable number of an existing line. */
  readonly line: number | null;
  /** Names the SKU and the unit of quantity and price. */
  readonly barcode: string;
  readonly warehouseId: string;
  readonly quantity: Decimal;
  readonly unitPrice: Decimal;
  /** Named goods of the line; absent or '': without a lot. */
  readonly lot?: string;
  readonly expiry?: string | null;
  readonly serials?: readonly string[];
}

/** Bill of the time before the company's books, settled like any bill. */
export interface OpeningDebtInput {
  readonly kind: 'openingReceivable' | 'openingPayable';
  /** `openingDebt:<id>`. */
  readonly subject: string;
  /** Business time of the bill. */
  readonly time: string;
  readonly number: string;
  readonly partnerId: string;
  readonly dueOn: string;
  readonly currency: string;
  readonly exchangeRate: string;
  /** In the bill's currency, above 0; 0 if the bill was deleted. */
  readonly amount: Decimal;
  readonly remark: string;
}

/** Master data stored like a document, so the books include everything. */
export type InternalInput = {
  /** Business time of a new document; absent: now. */
  readonly time?: string;
} & (
  | {
      readonly kind: 'openingStock';
      /** Owning record: `product:<id>`. */
      readonly subject: string;
      readonly lines: readonly OpeningStockLine[];
    }
  | OpeningDebtInput
  | {
      readonly kind: 'openingBalance';
      /** `partner:<id>` or `account:<id>`. */
      readonly subject: string;
      readonly partnerId: string | null;
      readonly accountId: string | null;
      /** Partner: above 0 they owe us, below 0 we owe them. Account: the money in the account. */
      readonly amount: Decimal;
    }
);

export interface StoredInternalDocument {
  readonly id: string;
  readonly version: number;
  readonly time: string;
  readonly lines: readonly number[];
}

/**
 * Saves a master record's internal document: found by kind and subject, inserted, changed by the
 * difference, or deleted if empty. The first day stays. Refuses like any save: a shortage, a closed period,
 * an opening balance or debt below the settled amount.
 */
export async function saveInternalDocument(context: Context, input: InternalInput): Promise<void> {
  const kept = await readStoredInternal(context, input);
  if (isEmptyOpening(input)) {
    if (kept !== null) await deleteInternal(context, kept.id);
    return;
  }
  const change = kept === null ? {} : { change: { id: kept.id, version: kept.version } };
  await saveDocument(context, { ...documentInput(input, kept), subject: input.subject }, change);
}

/** Returns true if an opening is empty and needs no document. */
export const isEmptyOpening = (input: InternalInput): boolean =>
  'lines' in input ? input.lines.every(({ quantity }) => quantity.isZero()) : input.amount.isZero();

/** Builds the document of an opening; a stored document keeps the time. */
export function documentInput(
  input: InternalInput,
  kept: StoredInternalDocument | null,
): DocumentInput {
  const { kind } = input;
  const first = input.time === undefined ? {} : { time: input.time };
  const time = kept === null ? first : { time: kept.time };
  if ('amount' in input) {
    const [line] = kept?.lines ?? [];
    const money = {
      ...(line === undefined ? {} : { line }),
      accountId: 'accountId' in input ? input.accountId : null,
      amount: toPlainDecimal(input.amount),
    };
    const { partnerId } = input;
    if (!('number' in input)) return { kind, money: { ...time, partnerId, lines: [money] } };
    const { number, dueOn, currency, exchangeRate, remark } = input;
    const terms = { number, dueOn, currency, exchangeRate, remark };
    return { kind, money: { time: input.time, partnerId, ...terms, lines: [money] } };
  }
  const lines = input.lines
    .filter(({ quantity }) => !quantity.isZero())
    .map(({ line, barcode, warehouseId, quantity, unitPrice, lot = '', expiry, serials = [] }) => ({
      ...(line === null ? {} : { line }),
      barcode,
      warehouseId,
      quantity: toPlainDecimal(quantity),
      unitPrice: toPlainDecimal(unitPrice),
      ...(lot === '' && serials.length === 0
        ? {}
        : { allocations: [{ lot, expiry: expiry ?? null, serials: [...serials] }] }),
    }));
  return { kind, goods: { ...time, lines } };
}

async function readStoredInternal(
  { tx, tenantId }: Context,
  { kind, subject }: InternalInput,
): Promise<StoredInternalDocument | null> {
  const { rows } = await sql<StoredInternalDocument>`
    select d.id, d.version, d.business_time as time,
      array(select l.line from document_line l where l.tenant_id = ${tenantId} and l.document_id = d.id order by l.line) as lines
    from document d
    where d.tenant_id = ${tenantId} and d.kind = ${kind} and d.subject = ${subject} and d.deleted_at is null`.execute(
    tx,
  );
  return rows[0] ?? null;
}
