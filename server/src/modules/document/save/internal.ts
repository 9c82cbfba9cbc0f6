import { plain } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { Context } from '../../../kernel/index.ts';
import { deleteInternal } from './steps.ts';
import { saveDocument } from './save.ts';
import type { DocumentInput } from './save.ts';

/** What a product started with in one warehouse. */
export interface OpeningStockLine {
  /** The stable number of a line that exists already. */
  readonly line: number | null;
  /** Names the SKU and the unit of quantity and price. */
  readonly barcode: string;
  readonly warehouseId: string;
  readonly quantity: Decimal;
  readonly unitPrice: Decimal;
}

/** What master data keeps as a document of its own, so that it is in the books like everything else. */
export type InternalInput = {
  /** The business time of a new one; absent: now. */
  readonly time?: string;
} & (
  | {
      readonly kind: 'openingStock';
      /** The record it belongs to: `product:<id>`. */
      readonly subject: string;
      readonly lines: readonly OpeningStockLine[];
    }
  | {
      readonly kind: 'openingBalance';
      /** `partner:<id>` or `account:<id>`. */
      readonly subject: string;
      readonly partnerId: string | null;
      readonly accountId: string | null;
      /** Of a partner: above 0 they owe us, below 0 we owe them. Of an account: what is in it. */
      readonly amount: Decimal;
    }
);

/** An internal document as it lies in the books. */
export interface Kept {
  readonly id: string;
  readonly version: number;
  readonly time: string;
  readonly lines: readonly number[];
}

/**
 * Saves the internal document of a master record: found by kind and subject, written new, changed by its difference, or
 * deleted where nothing is left. It keeps the day it was first written on. Refuses like any save: a shortage, a closed
 * period, an opening balance below what was settled of it.
 */
export async function saveInternalDocument(context: Context, input: InternalInput): Promise<void> {
  const kept = await keptOf(context, input);
  if (isEmpty(input)) {
    if (kept !== null) await deleteInternal(context, kept.id);
    return;
  }
  const change = kept === null ? {} : { change: { id: kept.id, version: kept.version } };
  await saveDocument(context, { ...documentInput(input, kept), subject: input.subject }, change);
}

/** Whether an opening is of nothing, and needs no document. */
export const isEmpty = (input: InternalInput): boolean =>
  input.kind === 'openingStock'
    ? input.lines.every(({ quantity }) => quantity.isZero())
    : input.amount.isZero();

/** An opening as the document that books it; one that is there already keeps its time. */
export function documentInput(input: InternalInput, kept: Kept | null): DocumentInput {
  const first = input.time === undefined ? {} : { time: input.time };
  const time = kept === null ? first : { time: kept.time };
  if (input.kind === 'openingBalance') {
    const { partnerId, accountId, amount } = input;
    const [line] = kept?.lines ?? [];
    const money = { ...(line === undefined ? {} : { line }), accountId, amount: plain(amount) };
    return { kind: input.kind, money: { ...time, partnerId, lines: [money] } };
  }
  const lines = input.lines
    .filter(({ quantity }) => !quantity.isZero())
    .map(({ line, barcode, warehouseId, quantity, unitPrice }) => ({
      ...(line === null ? {} : { line }),
      barcode,
      warehouseId,
      quantity: plain(quantity),
      unitPrice: plain(unitPrice),
    }));
  return { kind: input.kind, goods: { ...time, lines } };
}

async function keptOf(
  { tx, tenantId }: Context,
  { kind, subject }: InternalInput,
): Promise<Kept | null> {
  const { rows } = await sql<Kept>`
    select d.id, d.version, d.business_time as time,
      array(select l.line from document_line l where l.tenant_id = ${tenantId} and l.document_id = d.id order by l.line) as lines
    from document d
    where d.tenant_id = ${tenantId} and d.kind = ${kind} and d.subject = ${subject} and d.deleted_at is null`.execute(
    tx,
  );
  return rows[0] ?? null;
}
