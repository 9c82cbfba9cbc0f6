import {
  KEPT_DIGITS,
  ZERO,
  decimal,
  documentKinds,
  moneyDigitsOf,
  plain,
  rounded,
  sum,
} from '@tradehouse/domain';
import type { AnyKindCode, Decimal, LineAmounts, LineInput } from '@tradehouse/domain';
import type { GoodsLineInput } from '@tradehouse/contract';
import { sql } from 'kysely';
import { visibleDocuments } from '../../../kernel/index.ts';
import type { Context } from '../../../kernel/index.ts';
import { moneyTermsOf } from '../store/load.ts';
import { asNamedNow, presentPrice } from './presentPrice.ts';
import { servicesLeft } from './servicesLeft.ts';
import type { ServiceLeft } from './servicesLeft.ts';

/** What was agreed with the partner before: holds for anyone who may not see amounts, and so can't repeat them. */
export interface Agreed {
  /** That of the first source; null: the company's own. */
  readonly currency: string | null;
  readonly exchangeRate: Decimal | null;
  /** By source line; see `sourceKey`. */
  readonly lines: ReadonlyMap<string, AgreedLine>;
  /** What no one took of the sources' services yet, in the agreed currency. */
  readonly services: readonly AgreedService[];
}

interface AgreedService extends ServiceLeft {
  /** Of all that is left. */
  readonly amount: string;
}

interface AgreedLine {
  /** Of one base unit, in the agreed currency. */
  readonly price: Decimal;
  readonly taxRate: Decimal;
  /** In percent, of its document. */
  readonly discountRate: Decimal;
  /** It stands in its document as it is here: in this currency, with or without tax as prices are named now. */
  readonly unchanged: boolean;
}

/** How a line of a source is named. */
const sourceKey = ({
  sourceDocumentId,
  sourceLine,
}: Pick<GoodsLineInput, 'sourceDocumentId' | 'sourceLine'>): string =>
  `${sourceDocumentId ?? ''} ${sourceLine ?? ''}`;

interface Row {
  readonly id: string;
  readonly line: number;
  readonly kind: AnyKindCode;
  readonly currency: string;
  readonly exchange_rate: string;
  readonly discount_rate: string;
  readonly unit_price: string;
  readonly ratio: string;
  readonly tax_rate: string;
  readonly named_now: boolean;
  readonly money_digits: number;
}

const nothing: Agreed = { currency: null, exchangeRate: null, lines: new Map(), services: [] };

/**
 * What these agreed that a document of `kind` is made from, in the currency and at the rate of the first. A source of the other
 * side of trade agreed nothing with this document's partner, and one that the user may not see tells nothing.
 */
export async function agreedIn(
  context: Context,
  kind: AnyKindCode,
  ids: readonly string[],
): Promise<Agreed> {
  if (ids.length === 0) return nothing;
  const { type } = documentKinds[kind].partner ?? {};
  const rows = (await readSources(context, ids)).filter(
    (row) => documentKinds[row.kind].partner?.type === type,
  );
  const [first] = rows;
  if (first === undefined) return nothing;
  const inFirst = (amount: string, { currency, exchange_rate }: Row): Decimal =>
    currency === first.currency
      ? decimal(amount)
      : decimal(amount).times(exchange_rate).dividedBy(first.exchange_rate);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const services = documentKinds[kind].amounts.includes('services')
    ? await servicesLeft(context, [...rowOf.keys()])
    : [];
  const digits = moneyDigitsOf(moneyTermsOf(first));
  return {
    currency: first.currency,
    exchangeRate: decimal(first.exchange_rate),
    lines: new Map(
      rows.map((row) => [
        `${row.id} ${row.line}`,
        {
          price: inFirst(row.unit_price, row).dividedBy(row.ratio),
          taxRate: decimal(row.tax_rate),
          discountRate: decimal(row.discount_rate),
          unchanged: row.named_now && row.currency === first.currency,
        },
      ]),
    ),
    services: services.map((service) => {
      const row = rowOf.get(service.documentId) ?? first;
      const fee = rounded(inFirst(service.fee, row), KEPT_DIGITS);
      const amount = rounded(fee.times(service.quantity), digits);
      return { ...service, fee: plain(fee), amount: plain(amount) };
    }),
  };
}

async function readSources(
  { tx, tenantId, scope }: Context,
  ids: readonly string[],
): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select d.id, l.line, d.kind, d.currency, d.exchange_rate, d.discount_rate,
      ${presentPrice(tenantId)} as unit_price, l.ratio, l.tax_rate, ${asNamedNow(tenantId)} as named_now, d.money_digits
    from document d
    join document_line l on l.tenant_id = ${tenantId} and l.document_id = d.id and l.sku_id is not null
    where d.tenant_id = ${tenantId} and d.id = any(${ids}::bigint[]) and d.deleted_at is null
      and ${visibleDocuments(scope, 'd')}
    order by array_position(${ids}::bigint[], d.id), l.line`.execute(tx);
  return rows;
}

/** What was agreed of a line's source; undefined: nothing. */
export const agreedOn = (
  { lines }: Agreed,
  line: Pick<GoodsLineInput, 'sourceDocumentId' | 'sourceLine'>,
): AgreedLine | undefined => lines.get(sourceKey(line));

/** A line's price in its unit by what was agreed of its source. */
export const agreedPrice = (
  { price }: AgreedLine,
  ratio: Decimal,
): Pick<LineInput, 'pricedBy' | 'given'> => ({
  pricedBy: 'unitPrice',
  given: price.times(ratio).toDecimalPlaces(KEPT_DIGITS),
});

/**
 * The discount that was agreed: the rate where all sources agreed the same; else what each line's source agreed of what the
 * line comes to, and nothing of lines that come from nowhere. `amounts`: of the lines, in their order.
 */
export function agreedDiscount(
  agreed: Agreed,
  lines: readonly GoodsLineInput[],
  amounts: () => readonly LineAmounts[],
): { readonly discountRate?: string; readonly discount?: string } {
  const asked = lines.flatMap((line) => agreedOn(agreed, line) ?? []);
  const [first] = asked;
  if (first === undefined) return {};
  if (asked.every(({ discountRate }) => discountRate.equals(first.discountRate)))
    return { discountRate: plain(first.discountRate) };
  const parts = amounts().map(({ total }, at) => {
    const line = lines[at];
    const rate = (line && agreedOn(agreed, line))?.discountRate ?? ZERO;
    return total.times(rate).dividedBy(100);
  });
  return { discount: plain(rounded(sum(parts), KEPT_DIGITS)) };
}
