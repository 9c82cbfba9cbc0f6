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
 * an opening balance below the settled amount.
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
  input.kind === 'openingStock'
    ? input.lines.every(({ quantity }) => quantity.isZero())
    : input.amount.isZero();

/** Builds the document of an opening; a stored document keeps the time. */
export function documentInput(
  input: InternalInput,
  kept: StoredInternalDocument | null,
): DocumentInput {
  const first = input.time === undefined ? {} : { time: input.time };
  const time = kept === null ? first : { time: kept.time };
  if (input.kind === 'openingBalance') {
    const { partnerId, accountId, amount } = input;
    const [line] = kept?.lines ?? [];
    const money = {
      ...(line === undefined ? {} : { line }),
      accountId,
      amount: toPlainDecimal(amount),
    };
    return { kind: input.kind, money: { ...time, partnerId, lines: [money] } };
  }
  const lines = input.lines
    .filter(({ quantity }) => !quantity.isZero())
    .map(({ line, barcode, warehouseId, quantity, unitPrice }) => ({
      ...(line === null ? {} : { line }),
      barcode,
      warehouseId,
      quantity: toPlainDecimal(quantity),
      unitPrice: toPlainDecimal(unitPrice),
    }));
  return { kind: input.kind, goods: { ...time, lines } };
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
