// Completion for users without sight of amounts: hidden values are filled in first, so the save is like any
// other.
import type { GoodsDocumentInput, GoodsLineInput, MoneyDocumentInput } from '@tradehouse/contract';
import {
  KEPT_DIGITS,
  ZERO,
  agreedFor,
  decimal,
  documentKinds,
  isWithinRounding,
  toPlainDecimal,
  offeredInCurrency,
  rounded,
  stepAt,
} from '@tradehouse/domain';
import type {
  AnyKindCode,
  CurrencyTerms,
  Decimal,
  DocumentKind,
  GoodsLine,
  PricedBy,
} from '@tradehouse/domain';
import { toDocumentAmounts } from '../draft/amounts.ts';
import type { DraftBeginning } from '../draft/draft.ts';
import { toDraftDueTerms, paidAtOnce } from '../draft/head.ts';
import { typedFeeOf } from '../draft/kept.ts';
import { pricedLine } from '../draft/lineInput.ts';
import { toDocumentTerms } from '../draft/terms.ts';
import type { BarcodeFacts, References } from '../store/references.ts';
import type { StoredDocument } from '../store/stored.ts';
import type { ListedPrices } from '../read/listedPrices.ts';
import type { AgreedTerms } from './agreed.ts';
import {
  agreedParts,
  discountOfParts,
  enteredDiscount,
  sharesAgreedDiscount,
} from './agreedParts.ts';
import type { AgreedPart, MadeLine } from './agreedParts.ts';
import { inKeptCurrency, withKeptMoney, withKeptOnes, withoutMoney } from './unseenMoney.ts';

type GoodsInput = GoodsDocumentInput & { readonly kind: AnyKindCode };

/**
 * Completes a goods document's money from the saved document, the sources, the customer's price list, or
 * the goods' prices. Also extends the references.
 */
export function completeForReader(
  asked: GoodsInput,
  references: References,
  beginning: DraftBeginning,
  agreed: AgreedTerms,
  listed: ReadonlyMap<string, ListedPrices>,
): { readonly input: GoodsInput; readonly references: References } {
  const { before } = beginning;
  const kind = documentKinds[asked.kind];
  const ofCurrency = inKeptCurrency(asked, before?.document ?? agreed);
  const terms = toDocumentTerms(ofCurrency, references, beginning);
  const world = { kind, references, beginning, listed, terms };
  const made = asked.lines.map((line) => madeLineFromInput(line, references));
  const parts = agreedParts(agreed, made);
  const kept = asked.lines.map((line, at) => withKeptPrice(line, parts[at], agreed.digits, world));
  const priced = { ...ofCurrency, lines: kept };
  const lines = priced.lines.map((line, at) => pricedLine(line, at + 1, kind));
  const atOnce = paidAtOnce(toDraftDueTerms(asked, kind, references, beginning), references);
  const bare = () =>
    toDocumentAmounts(withoutMoney(priced), kind, references, terms, lines, atOnce, null);
  const known = withKeptOnes(references, before, agreed);
  const discount = (): ReturnType<typeof enteredDiscount> => {
    const totals = bare().lines.map(({ total }) => total);
    return enteredDiscount(discountOfParts(agreed, made, parts, totals));
  };
  const sharesDiscount = before === null || hasAgreedDiscount(before, agreed);
  const input = withKeptMoney(
    priced,
    before,
    { services: agreed.services, discount, sharesDiscount },
    kind,
    bare,
  );
  const { payable, depositUsed, paidNow } = toDocumentAmounts(
    input,
    kind,
    known,
    terms,
    lines,
    atOnce,
    before,
  );
  const due = payable.minus(depositUsed);
  // Users who cannot see the amount due cannot notice an excess payment.
  const over = kind.amounts.includes('debt') && paidNow.gt(due);
  const { settlements: _, ...whole } = input;
  return { input: over ? { ...whole, paidNow: toPlainDecimal(due) } : input, references: known };
}

/** Returns true if the saved document has the discount agreed by its sources. */
const hasAgreedDiscount = ({ document }: StoredDocument, agreed: AgreedTerms): boolean =>
  agreed.currency === document.currency &&
  sharesAgreedDiscount(
    agreed,
    document.goodsLines.map(({ source, quantity, ratio, total }) => ({
      sourceDocumentId: source?.documentId ?? null,
      sourceLine: source?.line ?? null,
      quantity,
      ratio,
      total,
    })),
    document.discount,
  );

/** Converts a line for taking a part of the source; unknown goods take none. */
const madeLineFromInput = (line: GoodsLineInput, { barcodes }: References): MadeLine => ({
  sourceDocumentId: line.sourceDocumentId ?? null,
  sourceLine: line.sourceLine ?? null,
  quantity: decimal(line.quantity),
  ratio: barcodes.get(line.barcode)?.ratio ?? ZERO,
});

interface CompletedLineWorld {
  readonly kind: DocumentKind;
  readonly references: References;
  readonly beginning: DraftBeginning;
  /** Prices of the customer's price list, by barcode. */
  readonly listed: ReadonlyMap<string, ListedPrices>;
  readonly terms: CurrencyTerms;
}

interface KeptPrice {
  readonly pricedBy: PricedBy;
  readonly given: Decimal;
  /** Absent: the rate entered. */
  readonly taxRate?: Decimal;
  readonly tax?: Decimal;
}

/** Sets the kept price of a line; unknown goods are refused when lines are read. */
function withKeptPrice(
  line: GoodsLineInput,
  part: AgreedPart | undefined,
  digits: number,
  world: CompletedLineWorld,
): GoodsLineInput {
  const facts = world.references.barcodes.get(line.barcode);
  if (facts === undefined) return line;
  const { pricedBy, given, taxRate, tax } = keptPrice(line, facts, part, digits, world);
  const { unitPrice: _, amount: __, total: ___, tax: ____, ...rest } = line;
  return {
    ...rest,
    [pricedBy]: toPlainDecimal(given),
    ...(taxRate === undefined ? {} : { taxRate: toPlainDecimal(taxRate) }),
    ...(tax === undefined ? {} : { tax: toPlainDecimal(tax) }),
  };
}

/**
 * Returns a hidden line's money: the saved one while goods and source stay, else the source's agreed
 * amount, else the goods' price. Unit and quantity change no price.
 */
function keptPrice(
  line: GoodsLineInput,
  facts: BarcodeFacts,
  part: AgreedPart | undefined,
  digits: number,
  { kind, beginning, listed, terms }: CompletedLineWorld,
): KeptPrice {
  const before = beginning.known.get(line.line ?? 0);
  if (before !== undefined && isSame(before.goods, facts, line)) {
    const { goods, priced, price } = before;
    const { taxRate, regularPrice } = goods;
    const isSameBarcode = regularPrice === undefined || goods.barcode === line.barcode;
    if (isSameBarcode && goods.ratio.equals(facts.ratio) && goods.quantity.equals(line.quantity))
      return { ...priced, taxRate };
    if (part !== undefined && isTotalAtAgreed(goods, part, digits)) return part.priced;
    // A changed line takes no part in promotions.
    const given = rounded(
      (regularPrice ?? price).times(facts.ratio).dividedBy(goods.ratio),
      KEPT_DIGITS,
    );
    return { pricedBy: 'unitPrice', given, taxRate };
  }
  return (
    part?.priced ?? {
      pricedBy: 'unitPrice',
      given: defaultLinePrice(facts, decimal(line.quantity), kind, listed, terms),
    }
  );
}

/** Returns true if the line has the agreed amount, so a changed quantity does, too. */
const isTotalAtAgreed = (
  { total, baseQuantity }: GoodsLine,
  { agreed }: AgreedPart,
  digits: number,
): boolean => isWithinRounding(total.minus(agreedFor(agreed, baseQuantity)), 1, digits);

const isSame = (
  { skuId, source }: GoodsLine,
  facts: BarcodeFacts,
  { sourceDocumentId, sourceLine }: GoodsLineInput,
): boolean =>
  skuId === facts.skuId &&
  (source?.documentId ?? null) === (sourceDocumentId ?? null) &&
  (source?.line ?? null) === (sourceLine ?? null);

/** Returns the price of goods without an agreed price. */
const defaultLinePrice = (
  { barcode, prices }: BarcodeFacts,
  quantity: Decimal,
  { price, minimumPrice }: DocumentKind,
  listed: CompletedLineWorld['listed'],
  terms: CurrencyTerms,
): Decimal =>
  offeredInCurrency(
    price === null
      ? ZERO
      : (stepAt(listed.get(barcode)?.steps ?? [], quantity)?.price ?? prices[price] ?? ZERO),
    minimumPrice === null ? null : prices.minimum,
    terms,
  );

/** Completes a money document: keeps currency, rate, the amounts of existing lines, discount and bonus. */
export function completeMoney<Input extends MoneyDocumentInput>(
  input: Input,
  before: StoredDocument | null,
): Input {
  if (before === null) return input;
  const { discount, bonus, moneyLines } = before.document;
  const amounts = new Map(moneyLines.map(({ line, amount }) => [line, toPlainDecimal(amount)]));
  const { paymentFee: _, ...rest } = inKeptCurrency(input, before.document);
  return {
    // SAFETY: the fee may be missing.
    ...(rest as Input),
    discount: toPlainDecimal(discount),
    bonus: toPlainDecimal(bonus),
    ...typedFeeOf(before),
    lines: input.lines.map((line) => ({
      ...line,
      amount: amounts.get(line.line ?? 0) ?? line.amount,
    })),
  };
}
