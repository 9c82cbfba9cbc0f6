import { KEPT_DIGITS, ZERO, decimal, documentKinds } from '@tradehouse/domain';
import type { AnyKindCode, Decimal, LineInput } from '@tradehouse/domain';
import type { GoodsLineInput } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';

/** What was agreed with the partner before: holds for whoever may not see amounts, and so can't repeat them. */
export interface Agreed {
  /** Price of one base unit by source line; see `sourceKey`. */
  readonly prices: ReadonlyMap<string, Decimal>;
  /** In percent, where all sources agreed the same. */
  readonly discountRate: string | undefined;
}

/** How a line of a source is named. */
const sourceKey = ({
  sourceDocumentId,
  sourceLine,
}: Pick<GoodsLineInput, 'sourceDocumentId' | 'sourceLine'>): string =>
  `${sourceDocumentId ?? ''} ${sourceLine ?? ''}`;

interface Asking {
  readonly kind: AnyKindCode;
  readonly currency: string;
  readonly lines: readonly GoodsLineInput[];
}

/**
 * What the sources of a document's lines agreed, in its currency. A source of the other side of trade agreed nothing with
 * this document's partner.
 */
export async function agreedBefore(
  { tx, tenantId }: Context,
  { kind, currency, lines }: Asking,
): Promise<Agreed> {
  const wanted = lines.flatMap(({ sourceDocumentId }) => sourceDocumentId ?? []);
  if (wanted.length === 0) return { prices: new Map(), discountRate: undefined };
  const { rows } = await sql<{
    key: string;
    kind: AnyKindCode;
    unit_price: string;
    ratio: string;
    discount_rate: string;
  }>`
    select l.document_id || ' ' || l.line as key, d.kind, l.unit_price, l.ratio, trim_scale(d.discount_rate) as discount_rate
    from document d
    join document_line l on l.tenant_id = ${tenantId} and l.document_id = d.id
    where d.tenant_id = ${tenantId} and d.id = any(${[...new Set(wanted)]}::bigint[])
      and d.currency = ${currency}`.execute(tx);
  const party = documentKinds[kind].party?.type;
  const ours = rows.filter((row) => documentKinds[row.kind].party?.type === party);
  const rates = new Set(ours.map((row) => row.discount_rate));
  return {
    prices: new Map(ours.map((row) => [row.key, decimal(row.unit_price).dividedBy(row.ratio)])),
    discountRate: rates.size === 1 ? [...rates][0] : undefined,
  };
}

/** A line's price by what was agreed of its source. */
export const agreedPrice = (
  { prices }: Agreed,
  line: GoodsLineInput,
  ratio: Decimal,
): LineInput | undefined => {
  const given = prices.get(sourceKey(line))?.times(ratio).toDecimalPlaces(KEPT_DIGITS);
  return given && { quantity: ZERO, taxRate: ZERO, pricedBy: 'unitPrice', given };
};
