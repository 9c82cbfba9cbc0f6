import { plainHead } from '@tradehouse/contract';
import type { GoodsDocumentInput, PlainName } from '@tradehouse/contract';
import {
  ONE,
  USUAL_PAYMENT,
  ZERO,
  afterChange,
  agreedDue,
  checkAccounts,
  checkDate,
  checkRequiredOn,
  computeDocument,
  decimal,
  digitsIn,
  documentKinds,
  hasCurrency,
  lineShares,
  plain,
  rounded,
  sum,
  checkSize,
  takesDeposit,
} from '@tradehouse/domain';
import type {
  AnyKindCode,
  Decimal,
  Document,
  DocumentAmounts,
  GoodsLine,
  Kind,
  LineInput,
  ServiceLine,
  Settlement,
} from '@tradehouse/domain';
import { refuse } from '../../../kernel/index.ts';
import type { Context } from '../../../kernel/index.ts';
import { atLine } from '../store/atLine.ts';
import { readGoodsLine } from './lineInput.ts';
import type { KnownLines, ReadLine } from './lineInput.ts';
import { lotKey } from '../store/references.ts';
import type { References } from '../store/references.ts';
import type { Stored } from '../store/stored.ts';
import type { LineExtras } from '../store/write.ts';

/** What a save was asked for, no matter who asks: a user, the importer, master data. */
export interface Draft {
  readonly stored: Stored;
  readonly extras: ReadonlyMap<number, LineExtras>;
}

/** What a document starts from: itself before the change, or nothing. */
export interface Beginning {
  readonly before: Stored | null;
  readonly known: KnownLines;
  /** The next line number that was never used. */
  readonly nextLine: number;
  /** The currency it may be in beside the company's own, since its goods come back of sales in it. */
  readonly backIn?: string | null;
}

/** Who and when a new document is of; the importer brings its own. */
export interface Origin {
  readonly creatorId: string;
  readonly institutionId: string | null;
  readonly importedFrom: string | null;
}

/** Works out a whole document of goods from what was typed; every amount is computed here, none is taken over. */
export function goodsDraft(
  context: Context,
  input: GoodsDocumentInput & { readonly kind: AnyKindCode },
  references: References,
  beginning: Beginning,
  origin: Origin,
): Draft {
  const kind = documentKinds[input.kind];
  if (input.lines.length === 0) refuse('document.noLines', {}, { field: 'lines' });
  const terms = termsOf(input, references, beginning);
  const read = readLines(context, input, references, beginning);
  const priced = read.map((line) => line.priced);
  const amounts = amountsOf(input, kind, references, terms, priced);
  checkAmounts(amounts, kind, digitsIn(terms.currency, references.settings));
  checkSize(amounts);
  const document: Document = {
    ...terms,
    discountRate: amounts.discountRate,
    discount: amounts.discount,
    serviceRate: amounts.serviceRate,
    serviceCharge: amounts.serviceCharge,
    services: servicesOf(input, kind, references, terms).flatMap((service, at) => {
      const amount = amounts.services[at];
      return amount === undefined ? [] : [{ ...service, amount }];
    }),
    otherFees: amounts.otherFees,
    freight: amounts.freight,
    depositUsed: amounts.depositUsed,
    // Known once its order is: see `withDeposit`.
    depositBooked: ZERO,
    paidNow: amounts.paidNow,
    // Known once it comes into force: see `withBonuses`.
    bonus: ZERO,
    settlements: settlementsOf(
      input,
      kind,
      { paid: amounts.paidNow, currency: terms.currency },
      references,
    ),
    goodsLines: read.map(({ line }, at) => ({ ...line, ...pickAmounts(amounts.lines[at]) })),
    moneyLines: [],
  };
  checkGoods(document, kind, read);
  return {
    stored: {
      document,
      head: {
        ...headOf(input, references, beginning, origin),
        ...dueOf(input, kind, references, beginning),
        warehouseIds: warehousesOf(document.goodsLines),
        amounts: {
          goodsAmount: amounts.amount,
          taxAmount: amounts.tax,
          totalAmount: amounts.goods,
          payable: amounts.payable,
          debt: amounts.debt,
          received: kind.amounts.includes('change') ? amounts.received : null,
          changeGiven: kind.amounts.includes('change') ? amounts.change : null,
          totalQuantity: sum(document.goodsLines.map(({ quantity }) => quantity)),
        },
        summary: summaryOf(read),
      },
    },
    extras: extrasOf(document, read),
  };
}

function readLines(
  { scope }: Context,
  input: GoodsDocumentInput & { readonly kind: AnyKindCode },
  references: References,
  { known, nextLine }: Beginning,
): ReadLine[] {
  const lots = withTypedLots(input, references);
  const world = { kind: input.kind, references: lots, scope, known };
  let next = nextLine;
  const seen = new Set<number>();
  return input.lines.map((line, index) => {
    const number = line.line ?? next++;
    const fresh = line.line === undefined;
    if (seen.has(number) || (!fresh && !known.has(number))) {
      refuse('request.field', { field: 'line' }, { field: 'line', line: index + 1 });
    }
    seen.add(number);
    return readGoodsLine(line, index + 1, number, world);
  });
}

/** A lot that is new expires for all of the document's parts when the first of them says. */
function withTypedLots(
  { lines }: Pick<GoodsDocumentInput, 'lines'>,
  references: References,
): References {
  const lots = new Map(references.lots);
  for (const { barcode, allocations = [] } of lines) {
    const skuId = references.barcodes.get(barcode)?.skuId ?? '';
    for (const { lot = '', expiry = null } of allocations) {
      const key = lotKey(skuId, lot.trim());
      if (expiry !== null && !lots.has(key)) lots.set(key, expiry);
    }
  }
  return { ...references, lots };
}

/** What holds for a document whatever its lines are. */
export type Terms = Pick<
  Document,
  | 'id'
  | 'kind'
  | 'number'
  | 'businessDate'
  | 'partnerId'
  | 'approval'
  | 'needsApproval'
  | 'deleted'
  | 'closed'
  | 'taxMode'
  | 'moneyDigits'
  | 'currency'
  | 'exchangeRate'
  | 'allocateBy'
  | 'payment'
  | 'travels'
>;

type CommonInput = Pick<GoodsDocumentInput, 'number' | 'partnerId' | 'status'> &
  Partial<
    Pick<GoodsDocumentInput, 'allocateBy' | 'payment' | 'travels' | 'currency' | 'exchangeRate'>
  > & {
    readonly kind: AnyKindCode;
  };

/** The terms a document is saved under: the company's switches as they are now (design §7.8). */
export function termsOf(
  input: CommonInput,
  facts: References,
  { before, backIn }: Beginning,
): Terms {
  const { settings, businessDate } = facts;
  const currency = input.currency ?? settings.currency;
  const payment = documentKinds[input.kind].prepaid ? (input.payment ?? 'now') : 'now';
  // One that was saved when its kind could still have one keeps it, and is given back in it; prepayments are one purse in the
  // company's own.
  const kept = [before?.document.currency, backIn].includes(currency) && payment !== 'prepaid';
  if (currency !== settings.currency && !hasCurrency(documentKinds[input.kind]) && !kept)
    refuse('document.ownCurrency', {}, { field: 'currency' });
  const exchangeRate = rateOf(input, currency, facts);
  if (exchangeRate.lte(0)) refuse('document.exchangeRate', {}, { field: 'exchangeRate' });
  if (currency === settings.currency && !exchangeRate.equals(1)) {
    refuse('document.currency', {}, { field: 'exchangeRate' });
  }
  return {
    id: before?.document.id ?? '0',
    kind: input.kind,
    number: numberOf(input.number) ?? before?.document.number ?? null,
    businessDate,
    partnerId: documentKinds[input.kind].partner === null ? null : (input.partnerId ?? null),
    approval: input.status === '1' ? 'approved' : 'draft',
    // Internal kinds have no page where anybody could approve them.
    needsApproval: settings.forceApproval && documentKinds[input.kind].url !== null,
    deleted: false,
    closed: false,
    taxMode: settings.priceIncludesTax ? 'inclusive' : 'exclusive',
    moneyDigits: settings.currencyDigits,
    currency,
    exchangeRate,
    allocateBy: input.allocateBy ?? 'amount',
    payment,
    travels: documentKinds[input.kind].travels && input.travels === true,
  };
}

/** The rate that was said, else that of the day; the company's own currency needs none. */
function rateOf(
  { exchangeRate }: CommonInput,
  currency: string,
  { settings, businessDate, dayRate }: References,
): Decimal {
  if (exchangeRate !== undefined) return decimal(exchangeRate);
  if (currency === settings.currency) return ONE;
  const at = { field: 'exchangeRate' };
  return dayRate ?? refuse('document.rateMissing', { currency, date: businessDate }, at);
}

const numberOf = (text: string | undefined): string | null => {
  const trimmed = (text ?? '').trim();
  return trimmed === '' ? null : trimmed;
};

/** What a document comes to: its head as it was typed, and what the money of its lines follows from. */
export function amountsOf(
  input: GoodsDocumentInput & { readonly kind: AnyKindCode },
  kind: Kind,
  references: References,
  terms: Terms,
  lines: readonly LineInput[],
): DocumentAmounts {
  const { settings } = references;
  const { taxMode, exchangeRate } = terms;
  const optional = (text: string | undefined): Decimal => decimal(text ?? '0');
  const paidNow = (takesDeposit(kind) ? input.depositTaken : undefined) ?? input.paidNow;
  return computeDocument({
    kind: input.kind,
    taxMode,
    digits: digitsIn(terms.currency, settings),
    lines,
    ...portion('discount', input.discountRate, input.discount),
    ...portion('service', input.serviceRate, input.serviceCharge),
    services: servicesOf(input, kind, references, terms),
    otherFees: optional(input.otherFees),
    freight: optional(input.freight),
    depositUsed: optional(input.depositUsed),
    paidNow: paidNow === undefined ? null : decimal(paidNow),
    payLater: settings.zeroChangeAmount,
    received: input.received === undefined ? null : decimal(input.received),
    exchangeRate,
  });
}

/** The services that were asked for; one whose fee isn't said costs what it costs otherwise. */
function servicesOf(
  { services = [] }: Pick<GoodsDocumentInput, 'services'>,
  kind: Kind,
  { serviceFees, settings }: References,
  { currency, exchangeRate }: Terms,
): Omit<ServiceLine, 'amount'>[] {
  if (!kind.amounts.includes('services')) return [];
  return services.map(({ serviceId, quantity: typed, fee: agreed }) => {
    const [usual, quantity] = [serviceFees.get(serviceId), decimal(typed)];
    if (quantity.lte(0) || usual === undefined)
      return refuse('document.service', {}, { field: 'services' });
    const fee =
      agreed === undefined
        ? rounded(usual.dividedBy(exchangeRate), digitsIn(currency, settings))
        : decimal(agreed);
    return { serviceId, quantity, fee };
  });
}

/** The rate or the amount drives; the amount wins when both are given. */
function portion<Name extends 'discount' | 'service'>(
  name: Name,
  rate: string | undefined,
  amount: string | undefined,
) {
  if (amount !== undefined) return { [name]: { amount: decimal(amount) } };
  return rate === undefined ? {} : { [name]: { rate: decimal(rate) } };
}

function checkAmounts(
  { discount, goods, payable, depositUsed, paidNow, debt, change }: DocumentAmounts,
  kind: Kind,
  digits: number,
): void {
  const at = (field: string) => ({ field });
  // Gains and losses of a count may come to less than nothing; no one pays them.
  if (Object.values(kind.goods).some(({ signed }) => signed === true)) return;
  if (goods.isNegative()) refuse('document.negativeAmount', {}, at('lines'));
  if (discount.gt(goods))
    refuse('document.discount', { amount: plain(goods), digits }, at('discount'));
  if (kind.amounts.includes('debt') && debt.isNegative()) {
    const field = depositUsed.gt(payable) ? 'depositUsed' : 'paidNow';
    refuse('document.overpaid', { amount: plain(payable), digits }, at(field));
  }
  if (paidNow.isNegative()) refuse('document.negativeAmount', {}, at('paidNow'));
  if (change.isNegative())
    refuse('document.retailDebt', { missing: plain(change.negated()), digits }, at('received'));
}

type MoneyOf = Pick<GoodsDocumentInput, 'accountId' | 'settlements'>;

interface Payment {
  readonly paid: Decimal;
  readonly currency: string;
}

/** Which accounts the money goes through: one, or two and more that add up to it. Paid by a prepayment: none. */
export function settlementsOf(
  input: MoneyOf & { readonly payment?: 'now' | 'prepaid' },
  kind: Kind,
  payment: Payment,
  { accountIds, settings }: References,
): Settlement[] {
  const { paid } = payment;
  if (kind.account === null) return [];
  const several = input.settlements ?? [];
  const one = input.accountId ?? null;
  for (const id of [...several.map(({ accountId }) => accountId), ...(one === null ? [] : [one])]) {
    if (!accountIds.has(id)) refuse('document.accountMissing', {}, { field: 'accountId' });
  }
  if (several.length > 0) return split(several, payment, input.payment ?? 'now', settings);
  if (input.payment === 'prepaid' && kind.prepaid) return [];
  if (one !== null) return [{ accountId: one, amount: paid }];
  return paid.isZero() ? [] : refuse('document.accountMissing', {}, { field: 'accountId' });
}

/** The parts of a payment, rounded as money like everything that is typed. */
function split(
  several: NonNullable<MoneyOf['settlements']>,
  { paid, currency }: Payment,
  payment: 'now' | 'prepaid',
  settings: References['settings'],
): Settlement[] {
  const digits = digitsIn(currency, settings);
  const at = { field: 'settlements' };
  const parts = several.map(({ accountId, amount }) => ({
    accountId,
    amount: rounded(decimal(amount), digits),
  }));
  if (payment === 'now' && (parts.length < 2 || !settings.multiAccount))
    refuse('document.accountAmount', {}, at);
  atLine(at, () => checkAccounts({ paidNow: paid, payment, digits }, parts));
  return parts;
}

const pickAmounts = (line: DocumentAmounts['lines'][number] | undefined) => ({
  unitPrice: line?.unitPrice ?? ZERO,
  amount: line?.amount ?? ZERO,
  tax: line?.tax ?? ZERO,
  total: line?.total ?? ZERO,
});

function checkGoods(document: Document, kind: Kind, read: readonly ReadLine[]): void {
  const roles = document.goodsLines.map(({ role }) => role);
  if (kind.goods.composite !== undefined) {
    const composites = roles.filter((role) => role === 'composite').length;
    if (composites !== 1 || !roles.includes('part'))
      refuse('document.assembly', {}, { field: 'lines' });
  }
  if (document.payment === 'prepaid' && document.partnerId === null) {
    refuse('prepayment.member', {}, { field: 'partnerId' });
  }
  checkRepeatedSerials(document.goodsLines);
  if (kind.minimumPrice) checkMinimumPrices(document, read);
}

/** A serial of a SKU stands once in a document, whatever lines it has. */
function checkRepeatedSerials(lines: readonly GoodsLine[]): void {
  const seen = new Set<string>();
  lines.forEach(({ skuId, role, barcode, allocations }, index) => {
    for (const serial of allocations.flatMap(({ serials }) => serials)) {
      // What is graded again leaves by one line and comes back by another.
      const key = `${skuId} ${role} ${serial}`;
      if (seen.has(key))
        refuse('serial.repeated', { serial, barcode }, { field: 'allocations', line: index + 1 });
      seen.add(key);
    }
  });
}

/** Prices of products are of the company's own money. */
function checkMinimumPrices(
  { goodsLines, exchangeRate, moneyDigits }: Document,
  read: readonly ReadLine[],
): void {
  goodsLines.forEach(({ unitPrice, barcode, allocations }, index) => {
    // A gift costs nothing (domain.md 13.11).
    if (allocations.every(({ stockType }) => stockType === 'gift')) return;
    const minimum = read[index]?.facts.prices.minimum ?? null;
    if (minimum !== null && unitPrice.times(exchangeRate).lt(minimum)) {
      refuse(
        'document.belowMinimum',
        { barcode, minimum: plain(minimum), digits: moneyDigits },
        { field: 'unitPrice', line: index + 1 },
      );
    }
  });
}

function warehousesOf(lines: readonly GoodsLine[]): string[] {
  const ids = lines.flatMap(({ warehouseId, targetWarehouseId }) => [
    warehouseId,
    targetWarehouseId,
  ]);
  return [...new Set(ids.filter((id) => id !== null))].toSorted();
}

const MOST_NAMES = 3;

/** The first products of a document, as a list shows them. */
function summaryOf(read: readonly ReadLine[]): string {
  const names = [...new Set(read.map(({ facts }) => facts.productName))];
  return names.slice(0, MOST_NAMES).join(', ') + (names.length > MOST_NAMES ? ' …' : '');
}

function extrasOf(document: Document, read: readonly ReadLine[]): Map<number, LineExtras> {
  const shares = lineShares(document);
  return new Map(
    read.map(({ line, facts, priced }, at) => [
      line.line,
      {
        productId: facts.productId,
        pricedBy: priced.pricedBy,
        minimumPrice: facts.prices.minimum,
        discountShare: shares[at]?.discount ?? ZERO,
        feeShare: shares[at]?.fees ?? ZERO,
      },
    ]),
  );
}

/**
 * How a bill is paid and until when: as it says, else as it said before, else as it is agreed with its partner. A day that was
 * not said follows from the terms as they are now.
 */
function dueOf(
  { paymentKind, dueOn = null }: Pick<GoodsDocumentInput, 'paymentKind' | 'dueOn'>,
  kind: Kind,
  { partner, businessDate, today }: References,
  { before }: Beginning,
): Pick<Stored['head'], 'paymentKind' | 'dueOn'> {
  if (!kind.amounts.includes('debt')) return { paymentKind: null, dueOn: null };
  const paid = paymentKind ?? before?.head.paymentKind ?? partner?.paymentKind ?? USUAL_PAYMENT;
  const terms = partner?.terms ?? { days: 0, monthEnd: false };
  const due = atLine({ field: 'dueOn' }, () => agreedDue(paid, businessDate, terms, dueOn));
  if (dueOn !== null) checkDate(dueOn, today, 'dueOn', 'far');
  return { paymentKind: paid, dueOn: due };
}

type HeadInput = Pick<GoodsDocumentInput, 'handlerId' | 'attachments' | 'remark'> &
  Partial<Pick<GoodsDocumentInput, 'salespersonIds' | 'activityId' | PlainName>> & {
    readonly kind: AnyKindCode;
  };

/** The parts of a head that no posting reads. */
export function headOf(
  input: HeadInput,
  { businessTime, businessDate, personIds }: References,
  { before }: Beginning,
  origin: Origin,
): Omit<Stored['head'], 'warehouseIds' | 'amounts' | 'summary' | 'paymentKind' | 'dueOn'> {
  const handlerId = input.handlerId ?? null;
  const salespersonIds = input.salespersonIds ?? [];
  const strangers = [...salespersonIds, ...(handlerId === null ? [] : [handlerId])].filter(
    (id) => !personIds.has(id),
  );
  if (strangers.length > 0) refuse('document.person', {}, { field: 'handlerId' });
  const { activities } = documentKinds[input.kind];
  const activityId = input.activityId ?? null;
  if (activityId !== null && !activities)
    refuse('document.noActivity', {}, { field: 'activityId' });
  const plainFields = plainHead.givenOf(input.kind, input);
  atLine({ field: 'requiredOn' }, () => checkRequiredOn(businessDate, plainFields.requiredOn));
  return {
    version: before?.head.version ?? 1,
    businessTime,
    ...plainFields,
    creatorId: before?.head.creatorId ?? origin.creatorId,
    editorId: before === null ? null : origin.creatorId,
    institutionId: before?.head.institutionId ?? origin.institutionId,
    handlerId,
    salespersonIds,
    approverId: null,
    approvedAt: null,
    progress: before?.head.progress ?? 'none',
    purchaseProgress: before?.head.purchaseProgress ?? 'none',
    life: before?.head.life ? afterChange(before.head.life) : null,
    settled: before?.head.settled ?? ZERO,
    depositTaken: before?.head.depositTaken ?? ZERO,
    activityId,
    attachments: input.attachments ?? [],
    sourceNumbers: '',
    remark: input.remark ?? '',
    subject: before?.head.subject ?? '',
    importedFrom: origin.importedFrom,
  };
}
