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
  plain,
  progressOn,
  rounded,
  sum,
} from '@tradehouse/domain';
import type { AnyKindCode, Decimal, ProgressName } from '@tradehouse/domain';
import { sql } from 'kysely';
import { found, refuse } from '../../../kernel/index.ts';
import type { Context } from '../../../kernel/index.ts';
import { detailsOf, documentById } from './detail.ts';
import type { OwnDetail } from './detail.ts';
import { lineDefaults } from './lineDefaults.ts';
import { agreedIn } from '../masked/agreed.ts';
import type { Agreed, AgreedLine } from '../masked/agreed.ts';
import { agreedParts, discountOfParts } from '../masked/agreedParts.ts';
import type { AgreedPart, MadeLine } from '../masked/agreedParts.ts';
import { amountsHidden } from '../masked/amountsHidden.ts';
import { kindFor } from '../save/save.ts';
import { offerInUnits } from './openUnits.ts';

type Reply = ReplyOf<typeof documentToConvert>;
type ConvertLine = Reply['lines'][number];

/**
 * What a new document of `code` starts with when it is made from these: partner, terms, and the lines that have
 * something left. Each line names the document and line it comes from. Sources are of one kind and one partner.
 */
export async function convertible(
  context: Context,
  ids: readonly string[],
  code: string,
): Promise<Reply> {
  const target = kindFor(context, code, '1');
  const [id, ...others] = ids;
  if (id === undefined) return refuse('record.missing');
  const first = await documentById(context, id);
  const more = others.length === 0 ? [] : await detailsOf(context, kindCodes, others);
  const sources = [first, ...more];
  const progress = progressFor(first, target);
  for (const source of sources) checkConvertible(source, first, target, progress);
  const taken = progress === 'purchased' ? await purchased(context, ids) : null;
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
  const made = open.map(madeLine);
  const parts = agreedParts(agreed, made);
  const hidden = sources.some(({ kind }) => amountsHidden(context.scope, documentKinds[kind]));
  return {
    partnerId: samePartner ? first.partnerId : null,
    partnerName: samePartner ? first.partnerName : '',
    ...(await paymentTermsOf(context, samePartner ? first.partnerId : null)),
    ...offeredDiscount(agreed, made, parts, hidden),
    currency: agreed.currency,
    exchangeRate: agreed.exchangeRate === null ? null : plain(agreed.exchangeRate),
    depositLeft: sources.length === 1 ? (first.depositLeft ?? '0') : '0',
    accountId: first.accountId,
    payment: samePartner ? first.payment : 'now',
    services: samePartner ? servicesFor(agreed, hidden) : [],
    salespersonIds: first.salespersonIds,
    remark: first.remark,
    lines: samePartner
      ? open.map((line, at) => asAgreed(line, parts[at], agreed))
      : await repriced(context, open, target),
  };
}

type PaymentTerms = Pick<Reply, 'paymentKind' | 'paymentDays' | 'monthEnd'>;

/** Payment terms of a partner's bills. */
async function paymentTermsOf(
  { tx, tenantId }: Context,
  partnerId: string | null,
): Promise<PaymentTerms> {
  if (partnerId === null) return { paymentKind: null, paymentDays: 0, monthEnd: false };
  const { rows } = await sql<PaymentTerms>`
    select payment_kind as "paymentKind", payment_days as "paymentDays", month_end as "monthEnd"
    from partner where tenant_id = ${tenantId} and id = ${partnerId}`.execute(tx);
  return found(rows[0]);
}

/** Sources of one partner belong together, unless the new document goes to somebody else: then each may have its own. */
const partnerTypeOf = (kind: AnyKindCode) => documentKinds[kind].partner?.type;

function progressFor(source: OwnDetail, target: AnyKindCode): ProgressName {
  const progress = progressOn(source.kind, target);
  return progress ?? refuse('document.sourceKind', { source: source.kind, target });
}

function checkConvertible(
  source: OwnDetail,
  first: OwnDetail,
  target: AnyKindCode,
  progress: ProgressName,
): void {
  const { number } = source;
  if (source.kind !== first.kind) refuse('document.bothSources');
  const partnerCounts = partnerTypeOf(source.kind) === partnerTypeOf(target);
  if (partnerCounts && source.partnerId !== first.partnerId)
    refuse('document.sourcePartner', { number });
  if (source.status === '0') refuse('document.sourceState', { number });
  if (progress === 'purchased' && source.purchaseStatus === '2')
    refuse('document.sourceState', { number });
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

/** What purchases take of each line already, in base units, by document and line. */
async function purchased(
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
    remaining: plain(remaining.isNegative() ? ZERO : remaining.toDecimalPlaces(KEPT_DIGITS)),
    agreed: null,
  };
}

const madeLine = (line: ConvertLine): MadeLine => ({
  sourceDocumentId: line.sourceDocumentId,
  sourceLine: line.sourceLine,
  quantity: decimal(line.remaining),
  ratio: decimal(line.ratio),
});

/** At what was agreed; a whole line comes to what it came to, however it was entered. */
function asAgreed(line: ConvertLine, own: AgreedPart | undefined, agreed: Agreed): ConvertLine {
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
    unitPrice: plain(byPrice ? own.priced.given : unitPrice),
    amount: plain(amount),
    tax: plain(tax),
    total: plain(total),
  };
}

const agreedReply = (
  { whole, taken, price }: AgreedLine,
  ratio: string,
): NonNullable<ConvertLine['agreed']> => ({
  unitPrice: keptText(price.times(ratio)),
  quantity: plain(whole.quantity),
  total: keptText(whole.total),
  tax: keptText(whole.tax),
  takenQuantity: plain(taken.quantity),
  takenTotal: keptText(taken.total),
  takenTax: keptText(taken.tax),
});

const keptText = (amount: Decimal): string => plain(rounded(amount, KEPT_DIGITS));

/** The discount of everything that is offered, and of what it is shared where less is taken. */
function offeredDiscount(
  agreed: Agreed,
  made: readonly MadeLine[],
  parts: readonly (AgreedPart | undefined)[],
  hidden: boolean,
): Pick<Reply, 'discount' | 'discountRate' | 'discounts'> {
  const { amount, rate } = discountOfParts(agreed, made, parts);
  if (hidden) return { discount: null, discountRate: '0', discounts: [] };
  const goods = sum(parts.map((own) => own?.part.total ?? ZERO));
  const shown = goods.isZero() ? ZERO : rounded(amount.dividedBy(goods).times(100), 2);
  return {
    discount: plain(amount),
    discountRate: plain(rate ?? shown),
    discounts: [...agreed.discounts].map(([documentId, own]) => ({
      documentId,
      goods: keptText(own.goods),
      takenGoods: keptText(own.takenGoods),
      discount: keptText(own.discount),
      taken: keptText(own.taken),
      rate: own.rate === null ? null : plain(own.rate),
    })),
  };
}

/** What is left of the services, in the agreed currency. */
const servicesFor = ({ services }: Agreed, hidden: boolean): Reply['services'] =>
  services.map(({ serviceId, name, quantity, fee, amount }) => ({
    serviceId,
    name,
    quantity,
    fee: hidden ? null : fee,
    amount: hidden ? null : amount,
  }));

/** Where the other side of trade goes on, its own price, no tax and no day stand in for the source's. */
async function repriced(
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
