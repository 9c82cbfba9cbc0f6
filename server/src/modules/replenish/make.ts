import type { InputOf, ProposalKind, ReplyOf, makeFromProposals } from '@tradehouse/contract';
import { maskOfKind } from '@tradehouse/contract';
import { decimal, documentKinds, orderUnitFor, toPlainDecimal } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { refuseWith, seesAmounts } from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { lineDefaults, saveGoods } from '../document/index.ts';
import { rateOn, readCompanyToday } from '../system/index.ts';
import { quantitiesToCome } from './toCome.ts';

type MakeInput = InputOf<typeof makeFromProposals>;
type ProposedLine = Parameters<typeof saveGoods>[1]['lines'][number];

/**
 * Makes a draft through the writer of documents, which checks the rights of the kind. Drafts of a company
 * are made one after the other, and later users find the quantities changed.
 */
export async function makeDraft(
  context: Context,
  input: MakeInput,
): Promise<ReplyOf<typeof makeFromProposals>> {
  const { kind, supplierId = null, lines } = input;
  const buys = documentKinds[kind].partner !== null;
  if (buys && supplierId === null)
    refuseWith('document.partnerMissing', {}, { field: 'supplierId' });
  await sql`select pg_advisory_xact_lock(hashtext(${`${context.tenantId} replenish`}))`.execute(
    context.tx,
  );
  await refuseChanged(context, input);
  const goods = await readGoods(
    context,
    lines.map(({ skuId }) => skuId),
    supplierId,
  );
  const missing = lines.findIndex(({ skuId }) => !goods.has(skuId));
  if (missing >= 0) refuseWith('record.missing', {}, { field: 'skuId', line: missing + 1 });
  const currency = buys ? currencyOf([...goods.values()]) : null;
  const terms = { kind, supplierId, currency };
  const made = lines.flatMap(({ skuId, quantity }): ProposedLine[] => {
    const sku = goods.get(skuId);
    return sku === undefined ? [] : [madeLine(context, terms, sku, decimal(quantity))];
  });
  const saved = await saveGoods(context, {
    kind,
    ...(buys ? { partnerId: supplierId } : {}),
    ...(currency === null ? {} : { currency }),
    lines: await withUsualPrices(context, terms, made),
  });
  return { id: saved.id, number: saved.number, kind };
}

/** Refuses the first SKU with other quantities to come than on the user's screen. */
async function refuseChanged(context: Context, { lines }: Pick<MakeInput, 'lines'>): Promise<void> {
  const { tx, tenantId } = context;
  const ids = lines.map(({ skuId }) => skuId);
  const { rows } = await sql<{ id: string; name: string; coming: string }>`
    select sku.id, concat_ws(' ', product.name, nullif(sku.attributes, '')) as name,
      trim_scale(coalesce(coming.coming, 0)) as coming
    from sku
    join product on product.tenant_id = ${tenantId} and product.id = sku.product_id
    left join (${quantitiesToCome(context, undefined, ids)}) as coming on coming.sku_id = sku.id
    where sku.tenant_id = ${tenantId} and sku.id = any(${ids}::bigint[])`.execute(tx);
  const now = new Map(rows.map((row) => [row.id, row]));
  for (const [at, { skuId, coming }] of lines.entries()) {
    const found = now.get(skuId);
    if (found !== undefined && !decimal(found.coming).eq(decimal(coming)))
      refuseWith(
        'replenishment.changed',
        { name: found.name, coming: found.coming },
        { field: 'quantity', line: at + 1 },
      );
  }
}

interface OrderedUnit {
  readonly barcode: string;
  readonly ratio: Decimal;
}

/** Units of a SKU, and the price of the supplier per base unit. */
interface OrderedSku {
  readonly units: readonly [OrderedUnit, ...OrderedUnit[]];
  readonly price: Decimal | null;
  readonly currency: string | null;
}

interface OrderedSkuRow {
  readonly id: string;
  readonly units: readonly { readonly barcode: string; readonly ratio: string }[];
  readonly price: string | null;
  readonly currency: string | null;
}

async function readGoods(
  { tx, tenantId }: Context,
  ids: readonly string[],
  supplierId: string | null,
): Promise<ReadonlyMap<string, OrderedSku>> {
  const { rows } = await sql<OrderedSkuRow>`
    select sku.id, offer.price,
      nullif(offer.currency, (select currency from tenant_setting where tenant_id = ${tenantId})) as currency,
      (select jsonb_agg(jsonb_build_object('barcode', b.code, 'ratio', b.ratio::text)
          order by b.ratio, b.position)
        from barcode b where b.tenant_id = ${tenantId} and b.sku_id = sku.id and b.enabled) as units
    from sku
    join product on product.tenant_id = ${tenantId} and product.id = sku.product_id and product.enabled
    left join product_supplier as offer on offer.tenant_id = ${tenantId} and offer.product_id = sku.product_id
      and offer.supplier_id = ${supplierId}
    where sku.tenant_id = ${tenantId} and sku.id = any(${ids}::bigint[])`.execute(tx);
  return new Map(
    rows.flatMap(({ id, units, price, currency }) => {
      const [base, ...larger] = (units ?? []).map(({ barcode, ratio }) => ({
        barcode,
        ratio: decimal(ratio),
      }));
      if (base === undefined) return [];
      const known = { price: price === null ? null : decimal(price), currency };
      return [[id, { units: [base, ...larger], ...known }] as const];
    }),
  );
}

/** Currency of the order: that of all prices of the supplier, else the company's own. */
function currencyOf(goods: readonly OrderedSku[]): string | null {
  const currencies = new Set(
    goods.flatMap(({ price, currency }) => (price === null ? [] : [currency])),
  );
  const [only = null] = currencies;
  return currencies.size === 1 ? only : null;
}

interface DraftTerms {
  readonly kind: ProposalKind;
  readonly supplierId: string | null;
  readonly currency: string | null;
}

const seesPrices = ({ scope }: Context, kind: ProposalKind): boolean =>
  seesAmounts(scope, maskOfKind(documentKinds[kind])) && seesAmounts(scope, 'kind');

/** A line in the largest unit that divides the quantity, with the supplier's price if visible. */
function madeLine(
  context: Context,
  { kind, supplierId, currency }: DraftTerms,
  sku: OrderedSku,
  quantity: Decimal,
): ProposedLine {
  const { barcode, ratio } = orderUnitFor(quantity, sku.units);
  const line = { barcode, quantity: toPlainDecimal(quantity.dividedBy(ratio)) };
  if (documentKinds[kind].asks) return supplierId === null ? line : { ...line, supplierId };
  const priced = seesPrices(context, kind) && sku.price !== null && sku.currency === currency;
  return {
    ...line,
    ...(priced ? { unitPrice: toPlainDecimal(sku.price.times(ratio)) } : {}),
  };
}

/**
 * Gives order lines without a supplier's price the usual price of a new line; 0 without any. The writer
 * completes prices hidden from the user.
 */
async function withUsualPrices(
  context: Context,
  { kind, supplierId, currency }: DraftTerms,
  lines: readonly ProposedLine[],
): Promise<ProposedLine[]> {
  const bare = lines.filter(({ unitPrice }) => unitPrice === undefined);
  if (documentKinds[kind].asks || bare.length === 0 || !seesPrices(context, kind))
    return [...lines];
  const defaults = await lineDefaults(context, {
    kind,
    barCode: bare.map(({ barcode }) => barcode).join(),
    ...(supplierId === null ? {} : { organId: supplierId }),
    ...(currency === null ? {} : { currency, exchangeRate: await rateOfToday(context, currency) }),
  });
  const usual = new Map(defaults.map(({ barcode, price }) => [barcode, price ?? '0']));
  return lines.map((line) => ({ unitPrice: usual.get(line.barcode) ?? '0', ...line }));
}

async function rateOfToday(context: Context, currency: string): Promise<string> {
  const { tx, tenantId } = context;
  const today = await readCompanyToday(context);
  const { rows } = await sql<{ rate: string | null }>`
    select ${rateOn(tenantId, sql`${currency}`, sql`${today}::date`)} as rate`.execute(tx);
  const at = { field: 'exchangeRate' };
  return rows[0]?.rate ?? refuseWith('document.rateMissing', { currency, date: today }, at);
}
