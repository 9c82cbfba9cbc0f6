// A document as it is saved by somebody who may not see its amounts: what they leave out is filled in before anything is
// worked out, so that it is saved like any other.
import type { GoodsDocumentInput, GoodsLineInput, MoneyDocumentInput } from '@tradehouse/contract';
import {
  KEPT_DIGITS,
  ZERO,
  agreedFor,
  decimal,
  documentKinds,
  isWithinRounding,
  plain,
  priceInCurrency,
  rounded,
} from '@tradehouse/domain';
import type { AnyKindCode, Decimal, GoodsLine, Kind, PricedBy } from '@tradehouse/domain';
import { amountsOf } from '../draft/amounts.ts';
import type { Beginning } from '../draft/draft.ts';
import { dueOf, paidAtOnce } from '../draft/head.ts';
import { pricedLine } from '../draft/lineInput.ts';
import { termsOf } from '../draft/terms.ts';
import type { BarcodeFacts, References } from '../store/references.ts';
import type { Stored } from '../store/stored.ts';
import type { Agreed } from './agreed.ts';
import { agreedParts, discountOfParts, enteredDiscount } from './agreedParts.ts';
import type { AgreedPart, MadeLine } from './agreedParts.ts';
import { inKeptCurrency, withKeptMoney, withKeptOnes, withoutMoney } from './unseenMoney.ts';

type GoodsInput = GoodsDocumentInput & { readonly kind: AnyKindCode };

/**
 * A document of goods with all its money: what it had, what its sources agreed, what its customer's price list says, else what
 * the goods cost; and what it may name by that.
 */
export function completeForReader(
  asked: GoodsInput,
  references: References,
  beginning: Beginning,
  agreed: Agreed,
  listed: ReadonlyMap<string, Decimal>,
): { readonly input: GoodsInput; readonly references: References } {
  const { before } = beginning;
  const kind = documentKinds[asked.kind];
  const ofCurrency = inKeptCurrency(asked, before, agreed);
  const terms = termsOf(ofCurrency, references, beginning);
  const world = { kind, references, beginning, listed, exchangeRate: terms.exchangeRate };
  const made = asked.lines.map((line) => madeLine(line, references));
  const parts = agreedParts(agreed, made);
  const kept = asked.lines.map((line, at) => withKeptPrice(line, parts[at], agreed.digits, world));
  const priced = { ...ofCurrency, lines: kept };
  const lines = priced.lines.map((line, at) => pricedLine(line, at + 1, kind));
  const atOnce = paidAtOnce(dueOf(asked, kind, references, beginning), references);
  const bare = () => amountsOf(withoutMoney(priced), kind, references, terms, lines, atOnce, null);
  const known = withKeptOnes(references, before, agreed);
  const discount = (): ReturnType<typeof enteredDiscount> => {
    const totals = bare().lines.map(({ total }) => total);
    return enteredDiscount(discountOfParts(agreed, made, parts, totals));
  };
  const input = withKeptMoney(priced, before, { services: agreed.services, discount }, kind, bare);
  const { payable, depositUsed, paidNow } = amountsOf(
    input,
    kind,
    known,
    terms,
    lines,
    atOnce,
    before,
  );
  const due = payable.minus(depositUsed);
  // Anyone who can't see what is due can't know that it fell below what was paid.
  const over = kind.amounts.includes('debt') && paidNow.gt(due);
  const { settlements: _, ...whole } = input;
  return { input: over ? { ...whole, paidNow: plain(due) } : input, references: known };
}

/** The line as it takes a part of its source; goods that are not known take none. */
const madeLine = (line: GoodsLineInput, { barcodes }: References): MadeLine => ({
  sourceDocumentId: line.sourceDocumentId ?? null,
  sourceLine: line.sourceLine ?? null,
  quantity: decimal(line.quantity),
  ratio: barcodes.get(line.barcode)?.ratio ?? ZERO,
});

interface LineWorld {
  readonly kind: Kind;
  readonly references: References;
  readonly beginning: Beginning;
  /** What the customer's price list says, by barcode. */
  readonly listed: ReadonlyMap<string, Decimal>;
  /** What one of the document's currency is worth in the company's own. */
  readonly exchangeRate: Decimal;
}

interface KeptPrice {
  readonly pricedBy: PricedBy;
  readonly given: Decimal;
  /** Absent: the one that was typed. */
  readonly taxRate?: Decimal;
  readonly tax?: Decimal;
}

/** A line at its kept price; goods that are not known are refused where lines are read. */
function withKeptPrice(
  line: GoodsLineInput,
  part: AgreedPart | undefined,
  digits: number,
  world: LineWorld,
): GoodsLineInput {
  const facts = world.references.barcodes.get(line.barcode);
  if (facts === undefined) return line;
  const { pricedBy, given, taxRate, tax } = keptPrice(line, facts, part, digits, world);
  const { unitPrice: _, amount: __, total: ___, tax: ____, ...rest } = line;
  return {
    ...rest,
    [pricedBy]: plain(given),
    ...(taxRate === undefined ? {} : { taxRate: plain(taxRate) }),
    ...(tax === undefined ? {} : { tax: plain(tax) }),
  };
}

/**
 * The money of a line whose price its writer may not see: what it had, while it is of the same goods from the same source;
 * else what its source agreed; else what the goods cost. Another unit or quantity changes no price.
 */
function keptPrice(
  line: GoodsLineInput,
  facts: BarcodeFacts,
  part: AgreedPart | undefined,
  digits: number,
  { kind, beginning, listed, exchangeRate }: LineWorld,
): KeptPrice {
  const before = beginning.known.get(line.line ?? 0);
  if (before !== undefined && isSame(before.goods, facts, line)) {
    const { goods, priced, price } = before;
    const { taxRate } = goods;
    if (goods.ratio.equals(facts.ratio) && goods.quantity.equals(line.quantity))
      return { ...priced, taxRate };
    if (part !== undefined && isAtAgreed(goods, part, digits)) return part.priced;
    const given = rounded(price.times(facts.ratio).dividedBy(goods.ratio), KEPT_DIGITS);
    return { pricedBy: 'unitPrice', given, taxRate };
  }
  return (
    part?.priced ?? {
      pricedBy: 'unitPrice',
      given: defaultPrice(facts, kind, listed, exchangeRate),
    }
  );
}

/** The line came to what its source agreed, so that another quantity does, too. */
const isAtAgreed = (
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

/** What goods cost that nothing was agreed on. */
const defaultPrice = (
  { barcode, prices }: BarcodeFacts,
  { price }: Kind,
  listed: LineWorld['listed'],
  exchangeRate: Decimal,
): Decimal =>
  priceInCurrency(
    price === null ? ZERO : (listed.get(barcode) ?? prices[price] ?? ZERO),
    exchangeRate,
  );

/** A document of money: the amounts of lines that are there already stay, and the discount. */
export function completeMoney<Input extends MoneyDocumentInput>(
  input: Input,
  before: Stored | null,
): Input {
  if (before === null) return input;
  const { discount, bonus, moneyLines } = before.document;
  const amounts = new Map(moneyLines.map(({ line, amount }) => [line, plain(amount)]));
  return {
    ...input,
    discount: plain(discount),
    bonus: plain(bonus),
    lines: input.lines.map((line) => ({
      ...line,
      amount: amounts.get(line.line ?? 0) ?? line.amount,
    })),
  };
}
