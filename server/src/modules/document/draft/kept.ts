// A change keeps unnamed fields (decision 0083).
import { plainHead, plainLine } from '@tradehouse/contract';
import type {
  GoodsDocumentInput,
  GoodsLineInput,
  MoneyDocumentInput,
  MoneyLineInput,
  PlainLine,
} from '@tradehouse/contract';
import {
  ZERO,
  documentKinds,
  moneyDigitsOf,
  paymentFeeAtRate,
  takesDeposit,
  toPlainDecimal,
} from '@tradehouse/domain';
import type { AnyKindCode, GoodsLine, MoneyLine } from '@tradehouse/domain';
import { refuseWith } from '../../../kernel/access/index.ts';
import type { References } from '../store/references.ts';
import type { StoredDocument } from '../store/stored.ts';

type GoodsChange = Omit<GoodsDocumentInput, 'kind'>;
type MoneyChange = Omit<MoneyDocumentInput, 'kind'>;

/** Completes a change of a goods document. Hidden amounts are kept by `completeForReader`. */
export function withKeptGoods(
  input: GoodsChange,
  before: StoredDocument,
  seesAmounts: boolean,
): GoodsChange {
  const { document, head } = before;
  const saved = new Map(document.goodsLines.map((line) => [line.line, line]));
  return {
    ...keptHead(before),
    ...plainHead.givenOf(document.kind, head),
    salespersonIds: [...head.salespersonIds],
    activityId: head.activityId,
    allocateBy: document.allocateBy,
    payment: document.payment,
    travels: document.travels,
    ...(seesAmounts
      ? keptInCurrency(input, before, goodsAmounts(input, before), paymentsBefore(before))
      : {}),
    ...namedFields(input),
    lines: input.lines.map((line) => withKeptLine(line, saved, document.kind)),
  };
}

/** Completes a change of a money document. */
export function withKeptMoneyDocument(
  input: MoneyChange,
  before: StoredDocument,
  seesAmounts: boolean,
): MoneyChange {
  const { kind, discount, bonus, settlements, moneyLines } = before.document;
  const saved = new Map(moneyLines.map((line) => [line.line, line]));
  const amounts = [
    { discount: toPlainDecimal(discount) },
    { bonus: toPlainDecimal(bonus) },
    typedFeeOf(before),
  ] as const;
  return {
    ...keptHead(before),
    accountId: settlements[0]?.accountId ?? null,
    ...(seesAmounts ? keptInCurrency(input, before, amounts) : {}),
    ...namedFields(input),
    lines: input.lines.map((line) => withKeptMoneyLine(line, saved, kind)),
  };
}

/** Returns the typed fee of a receipt or payment. A fee by the rate follows the new amount and account. */
export const typedFeeOf = (before: StoredDocument): Pick<MoneyDocumentInput, 'paymentFee'> =>
  isFeeAtRate(before) ? {} : { paymentFee: toPlainDecimal(before.document.paymentFee) };

const isFeeAtRate = ({ document }: StoredDocument): boolean =>
  document.settlements.every(({ amount, fee = ZERO, feeRate = ZERO }) =>
    fee.equals(paymentFeeAtRate(amount, feeRate, moneyDigitsOf(document))),
  );

/**
 * Refuses new goods on a line while tax rate, lots, serial numbers, stock types or bins of the former goods
 * would stay. A user without sight of amounts cannot name the rate: the line keeps the saved rate.
 */
export function refuseOtherGoods(
  { lines }: Pick<GoodsDocumentInput, 'lines'>,
  { document }: StoredDocument,
  { barcodes }: Pick<References, 'barcodes'>,
  seesAmounts: boolean,
): void {
  const saved = new Map(document.goodsLines.map((line) => [line.line, line]));
  lines.forEach(({ line = 0, barcode, taxRate, allocations }, at) => {
    const [goods, facts] = [saved.get(line), barcodes.get(barcode)];
    if (goods === undefined || facts === undefined || goods.skuId === facts.skuId) return;
    const refuse = (field: string): never =>
      refuseWith('document.otherGoods', { line: at + 1 }, { field, line: at + 1 });
    if (seesAmounts && taxRate === undefined && !goods.taxRate.isZero()) refuse('taxRate');
    if (allocations === undefined && goods.allocations.some(isSpecial)) refuse('allocations');
  });
}

const isSpecial = ({ lot, serials, stockType, bin }: GoodsLine['allocations'][number]): boolean =>
  lot !== null || serials.length > 0 || stockType !== 'formal' || bin !== null;

const namedFields = <Input extends object>(input: Input): Input =>
  // SAFETY: unnamed fields are optional.
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Input;

const keptHead = ({ document, head }: StoredDocument) => ({
  partnerId: document.partnerId,
  handlerId: head.handlerId,
  attachments: [...head.attachments],
  remark: head.remark,
});

/** Amounts of the saved document; fields of an entry are named together. */
const goodsAmounts = (
  input: GoodsChange,
  { document, head }: StoredDocument,
): readonly Partial<GoodsChange>[] => [
  {
    discount: toPlainDecimal(document.discount),
    discountRate: toPlainDecimal(document.discountRate),
  },
  {
    serviceCharge: toPlainDecimal(document.serviceCharge),
    serviceRate: toPlainDecimal(document.serviceRate),
  },
  {
    services: document.services.map(({ serviceId, quantity, fee }) => ({
      serviceId,
      quantity: toPlainDecimal(quantity),
      fee: toPlainDecimal(fee),
    })),
  },
  { otherFees: toPlainDecimal(document.otherFees) },
  { freight: toPlainDecimal(document.freight) },
  accountsBefore(input, document),
  keptCash(input, document, head),
];

/** Payments stay up to the new total; exact cash follows the total. */
function paymentsBefore({ document }: StoredDocument): readonly Partial<GoodsChange>[] {
  const kind = documentKinds[document.kind];
  if (kind.amounts.includes('change')) return [];
  const paidNow = toPlainDecimal(document.paidNow);
  return [
    { depositUsed: toPlainDecimal(document.depositUsed) },
    takesDeposit(kind) ? { depositTaken: paidNow, paidNow } : { paidNow },
  ];
}

/** Accounts stay while the way of payment stays: a prepayment pays without an account. */
function accountsBefore(
  { payment }: GoodsChange,
  { payment: before, settlements }: StoredDocument['document'],
): Pick<GoodsChange, 'accountId' | 'settlements'> {
  const now = payment ?? before;
  if (now === 'prepaid' && before !== 'prepaid') return { accountId: null, settlements: [] };
  const shares = settlements.map(({ accountId, amount }) => ({
    accountId,
    amount: toPlainDecimal(amount),
  }));
  return shares.length > (now === 'prepaid' ? 0 : 1)
    ? { accountId: null, settlements: shares }
    : { accountId: settlements[0]?.accountId ?? null, settlements: [] };
}

/** Cash received stays if change was given; exact cash follows the amount due. */
function keptCash(
  { payment }: GoodsChange,
  { payment: before }: StoredDocument['document'],
  { amounts: { received, changeGiven } }: StoredDocument['head'],
): Pick<GoodsChange, 'received'> {
  const isCash = before === 'now' && (payment ?? before) === 'now';
  const isExact = received === null || changeGiven === null || changeGiven.isZero();
  return isCash && !isExact ? { received: toPlainDecimal(received) } : {};
}

const isBlankAmount = (value: unknown): boolean =>
  typeof value === 'string' ? /^[0.]*$/.test(value) : !Array.isArray(value) || value.length === 0;

/**
 * Returns the amounts of which no field is named; refuses amounts kept in another currency.
 *
 * @param payments follow the new total, so they are never returned
 */
function keptInCurrency<Input extends { readonly currency?: string | undefined }>(
  input: Input,
  { document: { currency } }: StoredDocument,
  amounts: readonly Partial<Input>[],
  payments: readonly Partial<Input>[] = [],
): Partial<Input> {
  const isUnnamed = (saved: Partial<Input>): boolean =>
    Object.keys(saved).every((name) => Reflect.get(input, name) === undefined);
  const kept = amounts.filter(isUnnamed);
  if (input.currency !== undefined && input.currency !== currency) {
    const [field] = [...kept, ...payments.filter(isUnnamed)].flatMap((saved) =>
      Object.entries(saved).flatMap(([name, value]) =>
        name === 'accountId' || isBlankAmount(value) ? [] : [name],
      ),
    );
    if (field !== undefined) refuseWith('document.otherCurrency', { currency }, { field });
  }
  return Object.assign({}, ...kept);
}

const keptNotes = (code: AnyKindCode, { notes }: GoodsLine | MoneyLine) =>
  // SAFETY: notes are the plain fields of lines.
  plainLine.givenOf(code, notes as Partial<PlainLine>);

function withKeptLine(
  line: GoodsLineInput,
  lines: ReadonlyMap<number, GoodsLine>,
  code: AnyKindCode,
): GoodsLineInput {
  const saved = lines.get(line.line ?? 0);
  if (saved === undefined) return line;
  const isSourceNamed = line.sourceDocumentId !== undefined || line.sourceLine !== undefined;
  return {
    role: saved.role,
    warehouseId: saved.warehouseId,
    targetWarehouseId: saved.targetWarehouseId,
    taxRate: toPlainDecimal(saved.taxRate),
    allocations: saved.allocations.map((part, _, { length }) => ({
      // A single part is the whole line, whatever the quantity becomes.
      ...(length === 1 ? {} : { quantity: toPlainDecimal(part.quantity) }),
      lot: part.lot ?? '',
      expiry: part.expiry,
      serials: [...part.serials],
      stockType: part.stockType,
      bin: part.bin ?? '',
    })),
    ...(isSourceNamed
      ? {}
      : {
          sourceDocumentId: saved.source?.documentId ?? null,
          sourceLine: saved.source?.line ?? null,
        }),
    supplierId: saved.supplierId ?? null,
    ...keptNotes(code, saved),
    ...namedFields(line),
  };
}

function withKeptMoneyLine(
  line: MoneyLineInput,
  lines: ReadonlyMap<number, MoneyLine>,
  code: AnyKindCode,
): MoneyLineInput {
  const saved = lines.get(line.line ?? 0);
  if (saved === undefined) return line;
  const { accountId, itemId, settledDocumentId } = saved;
  return {
    accountId,
    itemId,
    settledDocumentId,
    ...keptNotes(code, saved),
    ...namedFields(line),
  };
}
