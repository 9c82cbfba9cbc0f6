import type { ReplyOf, documentToConvert } from '@tradehouse/contract';
import {
  KEPT_DIGITS,
  ZERO,
  decimal,
  documentKinds,
  expectAllowed,
  kindCodes,
  kindsThat,
  lineAmounts,
  toPlainDecimal,
  progressOn,
  rounded,
  sum,
} from '@tradehouse/domain';
import type { AnyKindCode, Decimal, ProgressName } from '@tradehouse/domain';
import { sql } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../../kernel/access/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { readDocumentDetails, documentById } from './detail.ts';
import type { OwnDetail } from './detail.ts';
import { lineDefaults } from './lineDefaults.ts';
import { agreedIn } from '../masked/agreed.ts';
import type { AgreedTerms, AgreedLine } from '../masked/agreed.ts';
import { agreedParts, discountOfParts } from '../masked/agreedParts.ts';
import type { AgreedPart, MadeLine } from '../masked/agreedParts.ts';
import { amountsHidden } from '../masked/amountsHidden.ts';
import { kindFor } from '../save/save.ts';
import { readKeptDigits, returnedIds } from '../store/references.ts';
import { offerInUnits } from './openUnits.ts';

type ConvertReply = ReplyOf<typeof documentToConvert>;
type ConvertLine = ConvertReply['lines'][number];

/**
 * Returns initial values of a new document of `code` from these sources: partner, terms, and remaining
 * lines, each naming the source line. The sources share a kind and a partner.
 */
export async function readConvertibleDraft(
  context: Context,
  ids: readonly string[],
  code: string,
): Promise<ConvertReply> {
  const target = kindFor(context, code, '1');
  const [id, ...others] = ids;
  if (id === undefined) return refuseWith('record.missing');
  const first = await documentById(context, id);
  const more = others.length === 0 ? [] : await readDocumentDetails(context, kindCodes, others);
  const sources = [first, ...more];
  const progress = progressFor(first, target);
  for (const source of sources) checkConvertible(source, first, target, progress);
  const taken = progress === 'purchased' ? await readPurchasedQuantities(context, ids) : null;
  const lines = sources.flatMap((source) =>
    source.lines.map((line) => remainingOf(source, line, taken)),
  );
  const open = await offerInUnits(
    context,
    lines.filter(({ remaining }) => decimal(remaining).gt(0)),
    taken,
  );
  const agreed = await agreedIn(context, target, ids);
  const samePartner = partnerTypeOf(first.kind) === partnerTypeOf(target);
  const made = open.map(madeLineFromConvert);
  const parts = agreedParts(agreed, made);
  const hidden = sources.some(({ kind }) => amountsHidden(context.scope, documentKinds[kind]));
  return {
    partnerId: samePartner ? first.partnerId : null,
    partnerName: samePartner ? first.partnerName : '',
    ...(await paymentTermsOf(context, samePartner ? first.partnerId : null)),
    ...offeredDiscount(agreed, made, parts, hidden),
    currency: agreed.currency,
    exchangeRate: agreed.exchangeRate === null ? null : toPlainDecimal(agreed.exchangeRate),
    keptDigits: hidden ? [] : await keptDigitsReply(context, target, ids),
    depositLeft: sources.length === 1 ? (first.depositLeft ?? '0') : '0',
    accountId: first.accountId,
    payment: samePartner ? first.payment : 'now',
    services: samePartner ? servicesFor(agreed, hidden) : [],
    salespersonIds: first.salespersonIds,
    remark: first.remark,
    lines: samePartner
      ? open.map((line, at) => convertLineAtAgreed(line, parts[at], agreed))
      : await repriceConvertLines(context, open, target),
  };
}

/** Decimals kept by a save of the document; see `draftDigits`. */
export const keptDigitsReply = async (
  context: Context,
  kind: AnyKindCode,
  sourceIds: readonly string[],
  changed?: string,
): Promise<ConvertReply['keptDigits']> => {
  const kept = await readKeptDigits(context, { namedIds: returnedIds(kind, sourceIds), changed });
  return [...kept].map(([currency, digits]) => ({ currency, digits }));
};

type BillPaymentTerms = Pick<ConvertReply, 'paymentKind' | 'paymentDays' | 'monthEnd'>;

/** Payment terms of a partner's bills. */
async function paymentTermsOf(
  { tx, tenantId }: Context,
  partnerId: string | null,
): Promise<BillPaymentTerms> {
  if (partnerId === null) return { paymentKind: null, paymentDays: 0, monthEnd: false };
  const { rows } = await sql<BillPaymentTerms>`
    select payment_kind as "paymentKind", payment_days as "paymentDays", month_end as "monthEnd"
    from partner where tenant_id = ${tenantId} and id = ${partnerId}`.execute(tx);
  return orRefuseMissing(rows[0]);
}

/** Sources need a common partner only if the new document has the partner type. */
const partnerTypeOf = (kind: AnyKindCode) => documentKinds[kind].partner?.type;

function progressFor(source: OwnDetail, target: AnyKindCode): ProgressName {
  const progress = progressOn(source.kind, target);
  return progress ?? refuseWith('document.sourceKind', { source: source.kind, target });
}

function checkConvertible(
  source: OwnDetail,
  first: OwnDetail,
  target: AnyKindCode,
  progress: ProgressName,
): void {
  const { number } = source;
  if (source.kind !== first.kind) refuseWith('document.bothSources');
  const partnerCounts = partnerTypeOf(source.kind) === partnerTypeOf(target);
  if (partnerCounts && source.partnerId !== first.partnerId)
    refuseWith('document.sourcePartner', { number });
  if (source.status === '0') refuseWith('document.sourceState', { number });
  if (progress === 'purchased' && source.purchaseStatus === '2')
    refuseWith('document.sourceState', { number });
  if (progress !== 'fulfilled') return;
  const state = source.status === '2' ? 'complete' : 'none';
  expectAllowed('convert', {
    number,
    approval: 'approved',
    deleted: false,
    closed: source.closed,
    progress: state,
    purchaseProgress: 'none',
  });
}

/** Reads the quantities of each line already purchased, in base units, by document and line. */
async function readPurchasedQuantities(
  { tx, tenantId }: Context,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; quantity: string }>`
    select k.source_document_id || ' ' || k.source_line as key, sum(k.quantity) as quantity
    from document_link k
    join document c on c.tenant_id = ${tenantId} and c.id = k.target_document_id and c.deleted_at is null
      and c.kind = any(${kindsThat('purchased')})
    where k.tenant_id = ${tenantId} and k.source_document_id = any(${ids}::bigint[])
    group by 1`.execute(tx);
  return new Map(rows.map(({ key, quantity }) => [key, quantity]));
}

function remainingOf(
  source: OwnDetail,
  line: OwnDetail['lines'][number],
  taken: Map<string, string> | null,
): ConvertLine {
  const used =
    taken === null
      ? decimal(line.linkedQuantity)
      : decimal(taken.get(`${source.id} ${line.line}`) ?? '0').dividedBy(line.ratio);
  const remaining = decimal(line.quantity).minus(used);
  return {
    ...line,
    sourceDocumentId: source.id,
    sourceLine: line.line,
    sourceNumber: source.number,
    remaining: toPlainDecimal(
      remaining.isNegative() ? ZERO : remaining.toDecimalPlaces(KEPT_DIGITS),
    ),
    agreed: null,
  };
}

const madeLineFromConvert = (line: ConvertLine): MadeLine => ({
  sourceDocumentId: line.sourceDocumentId,
  sourceLine: line.sourceLine,
  quantity: decimal(line.remaining),
  ratio: decimal(line.ratio),
});

/** Offers a line at the agreed amounts; a whole line keeps the total, however entered. */
function convertLineAtAgreed(
  line: ConvertLine,
  own: AgreedPart | undefined,
  agreed: AgreedTerms,
): ConvertLine {
  if (own === undefined || line.unitPrice === null) return line;
  const { whole, taken, unchanged } = own.agreed;
  const offered = { ...line, agreed: agreedReply(own.agreed, line.ratio) };
  const isWhole = line.remaining === line.quantity && taken.quantity.isZero();
  if (unchanged && isWhole && whole.quantity.equals(own.part.quantity)) return offered;
  const { unitPrice, amount, tax, total } = lineAmounts(own.priced, agreed.taxMode, agreed.digits);
  const byPrice = own.priced.pricedBy === 'unitPrice';
  return {
    ...offered,
    pricedBy: own.priced.pricedBy,
    unitPrice: toPlainDecimal(byPrice ? own.priced.given : unitPrice),
    amount: toPlainDecimal(amount),
    tax: toPlainDecimal(tax),
    total: toPlainDecimal(total),
  };
}

export const agreedReply = (
  { whole, taken, price }: AgreedLine,
  ratio: string,
): NonNullable<ConvertLine['agreed']> => ({
  unitPrice: keptText(price.times(ratio)),
  quantity: toPlainDecimal(whole.quantity),
  total: keptText(whole.total),
  tax: keptText(whole.tax),
  takenQuantity: toPlainDecimal(taken.quantity),
  takenTotal: keptText(taken.total),
  takenTax: keptText(taken.tax),
});

const keptText = (amount: Decimal): string => toPlainDecimal(rounded(amount, KEPT_DIGITS));

/** Returns the offered lines' discount, and the data for sharing a part. */
function offeredDiscount(
  agreed: AgreedTerms,
  made: readonly MadeLine[],
  parts: readonly (AgreedPart | undefined)[],
  hidden: boolean,
): Pick<ConvertReply, 'discount' | 'discountRate' | 'discounts'> {
  const { amount, rate } = discountOfParts(agreed, made, parts);
  if (hidden) return { discount: null, discountRate: '0', discounts: [] };
  const goods = sum(parts.map((own) => own?.part.total ?? ZERO));
  const shown = goods.isZero() ? ZERO : rounded(amount.dividedBy(goods).times(100), 2);
  return {
    discount: toPlainDecimal(amount),
    discountRate: toPlainDecimal(rate ?? shown),
    discounts: discountsReply(agreed),
  };
}

export const discountsReply = ({ discounts }: AgreedTerms): ConvertReply['discounts'] =>
  [...discounts].map(([documentId, own]) => ({
    documentId,
    goods: keptText(own.goods),
    takenGoods: keptText(own.takenGoods),
    discount: keptText(own.discount),
    taken: keptText(own.taken),
    rate: own.rate === null ? null : toPlainDecimal(own.rate),
  }));

/** Remaining services, in the agreed currency. */
const servicesFor = ({ services }: AgreedTerms, hidden: boolean): ConvertReply['services'] =>
  services.map(({ serviceId, name, quantity, fee, amount }) => ({
    serviceId,
    name,
    quantity,
    fee: hidden ? null : fee,
    amount: hidden ? null : amount,
  }));

/** Across trade sides, default price, no tax and no day replace the source's values. */
async function repriceConvertLines(
  context: Context,
  lines: readonly ConvertLine[],
  kind: AnyKindCode,
): Promise<ConvertLine[]> {
  const barCode = [...new Set(lines.map(({ barcode }) => barcode))].join(',');
  const defaults = new Map(
    (await lineDefaults(context, { barCode, kind })).map((row) => [row.barcode, row]),
  );
  return lines.map((line) => ({
    ...line,
    pricedBy: 'unitPrice',
    unitPrice: defaults.get(line.barcode)?.price ?? null,
    amount: null,
    tax: null,
    total: null,
    taxRate: '0',
    expectedOn: null,
  }));
}
