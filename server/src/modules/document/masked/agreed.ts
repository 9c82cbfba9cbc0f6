import {
  KEPT_DIGITS,
  agreedRate,
  decimal,
  documentKinds,
  moneyDigitsOf,
  toPlainDecimal,
  rounded,
  sumOfParts,
} from '@tradehouse/domain';
import type {
  AgreedDiscount,
  AgreedGoods,
  AnyKindCode,
  Decimal,
  GoodsAmounts,
  Numeric,
  TaxMode,
  WholeDiscount,
} from '@tradehouse/domain';
import type { GoodsLineInput } from '@tradehouse/contract';
import { sql } from 'kysely';
import { visibleDocuments } from '../../../kernel/access/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { countedByLine, readTakenParts, takenOfDiscounts } from '../links/takenParts.ts';
import type { CountedPart } from '../links/takenParts.ts';
import { moneyTermsOf } from '../store/load.ts';
import { asNamedNow, presentPrice } from './presentPrice.ts';
import { servicesLeft } from './servicesLeft.ts';
import type { ServiceLeft } from './servicesLeft.ts';

/** Amounts agreed with the partner; applied for users who cannot see, and thus repeat, amounts. */
export interface AgreedTerms {
  /** Currency of the first source; null: the company's own. */
  readonly currency: string | null;
  readonly exchangeRate: Decimal | null;
  /** By source line; see `sourceKey`. */
  readonly lines: ReadonlyMap<string, AgreedLine>;
  /** By source document. */
  readonly discounts: ReadonlyMap<string, AgreedDiscount>;
  readonly taxMode: TaxMode;
  /** Decimals of the agreed currency. */
  readonly digits: number;
  /** Remaining services of the sources, in the agreed currency. */
  readonly services: readonly AgreedService[];
}

interface AgreedService extends ServiceLeft {
  /** Amount of the whole remainder. */
  readonly amount: string;
}

export interface AgreedLine extends AgreedGoods {
  /** Price of a base unit, in the agreed currency. */
  readonly price: Decimal;
  readonly taxRate: Decimal;
  /** True if the source line is unchanged here: currency and tax mode. */
  readonly unchanged: boolean;
}

/** Key of a source line. */
export const sourceKey = ({
  sourceDocumentId,
  sourceLine,
}: Pick<GoodsLineInput, 'sourceDocumentId' | 'sourceLine'>): string =>
  `${sourceDocumentId ?? ''} ${sourceLine ?? ''}`;

interface AgreedLineRow {
  readonly id: string;
  readonly line: number;
  readonly kind: AnyKindCode;
  readonly currency: string;
  readonly exchange_rate: string;
  readonly discount_rate: string;
  readonly discount: string;
  readonly goods: string;
  readonly unit_price: string;
  readonly ratio: string;
  readonly quantity: string;
  readonly total: string;
  readonly tax: string;
  readonly tax_rate: string;
  readonly named_now: boolean;
  readonly tax_included: boolean;
  readonly money_digits: number;
}

const nothing: AgreedTerms = {
  currency: null,
  exchangeRate: null,
  taxMode: 'exclusive',
  digits: KEPT_DIGITS,
  lines: new Map(),
  discounts: new Map(),
  services: [],
};

/**
 * Reads the sources' agreed amounts for a document of `kind`, in the first's currency and rate. The
 * opposite trade side agreed nothing with this partner; an invisible source reveals nothing. `except` is
 * the document being changed: no parts taken yet.
 */
export async function agreedIn(
  context: Context,
  kind: AnyKindCode,
  ids: readonly string[],
  except = '0',
): Promise<AgreedTerms> {
  if (ids.length === 0) return nothing;
  const { type } = documentKinds[kind].partner ?? {};
  const rows = (await readSources(context, ids)).filter(
    (row) => documentKinds[row.kind].partner?.type === type,
  );
  const [first] = rows;
  if (first === undefined) return nothing;
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const taken = await readTakenParts(context, [...rowOf.keys()], kind, except);
  const digits = agreedDigits(rows, first);
  const ofLines = countedByLine(taken, digits);
  return {
    currency: first.currency,
    exchangeRate: decimal(first.exchange_rate),
    taxMode: first.tax_included ? 'inclusive' : 'exclusive',
    digits,
    lines: new Map(
      rows.map((row) => {
        const key = `${row.id} ${row.line}`;
        return [key, agreedLine(row, first, ofLines.get(key) ?? [])];
      }),
    ),
    discounts: agreedDiscounts(rowOf, first, [...ofLines.values()].flat()),
    services: await agreedServices(context, kind, rowOf, first, except),
  };
}

/** Decimals of the agreed amounts: older versions stored more than the currency has. */
const agreedDigits = (rows: readonly AgreedLineRow[], first: AgreedLineRow): number =>
  Math.max(
    moneyDigitsOf(moneyTermsOf(first)),
    ...rows
      .filter(({ currency }) => currency === first.currency)
      .flatMap(({ total, tax, discount }) => [total, tax, discount])
      .map((amount) => decimal(amount).decimalPlaces()),
  );

/** Amount of another source in the currency of the first. */
const inFirst = (
  amount: Numeric,
  { currency, exchange_rate }: AgreedLineRow,
  first: AgreedLineRow,
): Decimal =>
  currency === first.currency
    ? decimal(amount)
    : decimal(amount).times(exchange_rate).dividedBy(first.exchange_rate);

function agreedLine(
  row: AgreedLineRow,
  first: AgreedLineRow,
  parts: readonly CountedPart[],
): AgreedLine {
  const { quantity, total, tax } = row;
  const whole = { quantity: decimal(quantity), total: decimal(total), tax: decimal(tax) };
  const taken = sumOfParts(parts);
  const converted = (amounts: GoodsAmounts): GoodsAmounts => ({
    quantity: amounts.quantity,
    total: inFirst(amounts.total, row, first),
    tax: inFirst(amounts.tax, row, first),
  });
  return {
    whole: converted(whole),
    taken: converted(taken),
    price: inFirst(row.unit_price, row, first).dividedBy(row.ratio),
    taxRate: decimal(row.tax_rate),
    unchanged: row.named_now && row.currency === first.currency,
  };
}

function agreedDiscounts(
  rowOf: ReadonlyMap<string, AgreedLineRow>,
  first: AgreedLineRow,
  parts: readonly CountedPart[],
): Map<string, AgreedDiscount> {
  const digitsOf = (row: AgreedLineRow): number => moneyDigitsOf(moneyTermsOf(row));
  const wholes = [...rowOf].map(([id, row]): [string, WholeDiscount] => {
    const [goods, discount] = [decimal(row.goods), decimal(row.discount)];
    const rate = agreedRate({ goods, discount }, decimal(row.discount_rate), digitsOf(row));
    return [id, { goods, discount, rate }];
  });
  const counted = takenOfDiscounts(parts, new Map(wholes), digitsOf(first));
  return new Map(
    [...rowOf].flatMap(([id, row]): [string, AgreedDiscount][] => {
      const own = counted.get(id);
      return own === undefined ? [] : [[id, convertedDiscount(own, row, first)]];
    }),
  );
}

const convertedDiscount = (
  own: AgreedDiscount,
  row: AgreedLineRow,
  first: AgreedLineRow,
): AgreedDiscount => ({
  rate: own.rate,
  goods: inFirst(own.goods, row, first),
  discount: inFirst(own.discount, row, first),
  takenGoods: inFirst(own.takenGoods, row, first),
  taken: inFirst(own.taken, row, first),
});

async function agreedServices(
  context: Context,
  kind: AnyKindCode,
  rowOf: ReadonlyMap<string, AgreedLineRow>,
  first: AgreedLineRow,
  except: string,
): Promise<AgreedService[]> {
  if (!documentKinds[kind].amounts.includes('services')) return [];
  const digits = moneyDigitsOf(moneyTermsOf(first));
  const services = await servicesLeft(context, [...rowOf.keys()], digits, except);
  return services.map((service) => {
    const fee = rounded(
      inFirst(service.fee, rowOf.get(service.documentId) ?? first, first),
      KEPT_DIGITS,
    );
    const amount = rounded(fee.times(service.quantity), digits);
    return { ...service, fee: toPlainDecimal(fee), amount: toPlainDecimal(amount) };
  });
}

async function readSources(
  { tx, tenantId, scope }: Context,
  ids: readonly string[],
): Promise<readonly AgreedLineRow[]> {
  const { rows } = await sql<AgreedLineRow>`
    select d.id, l.line, d.kind, d.currency, d.exchange_rate, d.discount_rate, d.discount, d.total_amount as goods,
      ${presentPrice(tenantId)} as unit_price, l.ratio, l.base_quantity as quantity, l.total, l.tax, l.tax_rate,
      ${asNamedNow(tenantId)} as named_now, d.money_digits,
      (select price_includes_tax from tenant_setting where tenant_id = ${tenantId}) as tax_included
    from document d
    join document_line l on l.tenant_id = ${tenantId} and l.document_id = d.id and l.sku_id is not null
    where d.tenant_id = ${tenantId} and d.id = any(${ids}::bigint[]) and d.deleted_at is null
      and ${visibleDocuments(scope, 'd')}
    order by array_position(${ids}::bigint[], d.id), l.line`.execute(tx);
  return rows;
}
