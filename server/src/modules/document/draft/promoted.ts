// Lines that take part in promotions (decision 0090).
import type { GoodsDocumentInput, GoodsLineInput } from '@tradehouse/contract';
import {
  decimal,
  documentKinds,
  rounded,
  takesPromotions,
  toPlainDecimal,
} from '@tradehouse/domain';
import type { AnyKindCode, Decimal, GoodsLine } from '@tradehouse/domain';
import { refuseWith } from '../../../kernel/access/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { readOffer } from '../../promotion/index.ts';
import { draftDigits } from '../store/references.ts';
import type { References } from '../store/references.ts';
import type { StoredDocument } from '../store/stored.ts';

type PromotableInput = Omit<GoodsDocumentInput, 'kind'> & { readonly kind: AnyKindCode };

/** Line with the names of its promotions, as computed by the server. */
export type PromotedLineInput = GoodsLineInput & { readonly promotions?: string };

export interface PromotedInput {
  readonly input: PromotableInput;
  /** Uses by promotion; null: the uses of the saved document stay. */
  readonly uses: ReadonlyMap<string, Decimal> | null;
}

/**
 * Sets the amounts of lines with a regular price. An amount stated beside the regular price must be the
 * amount after promotions: an outdated offer is refused with both amounts.
 */
export async function withPromotions(
  context: Context,
  input: PromotableInput,
  references: References,
  before: StoredDocument | null,
): Promise<PromotedInput> {
  const taking = input.lines.flatMap((line, at) => (isPromoted(line) ? [{ line, at }] : []));
  taking.forEach(({ line, at }) => refuseUnpromoted(input, line, at + 1));
  const couponCode = input.couponCode ?? '';
  if (taking.length === 0 && couponCode === '') return { input, uses: new Map() };
  const { settings, barcodes } = references;
  const isOwnCurrency = (input.currency ?? settings.currency) === settings.currency;
  const digits = draftDigits(settings.currency, references);
  const hasMinimum = documentKinds[input.kind].minimumPrice !== null;
  const offer = await readOffer(context, {
    partnerId: input.partnerId ?? null,
    time: references.businessTime,
    couponCode,
    documentId: before?.document.id ?? null,
    digits,
    holds: true,
    lines: taking.map(({ line }) => {
      const facts = barcodes.get(line.barcode);
      return {
        barcodeId: facts?.barcodeId ?? '',
        quantity: decimal(line.quantity),
        regularPrice: decimal(line.regularPrice ?? '0'),
        minimumPrice: hasMinimum ? (facts?.prices.minimum ?? null) : null,
      };
    }),
  });
  // A coupon of an ended promotion stays on the document.
  if (!offer.couponKnown && couponCode !== before?.head.couponCode)
    refuseWith('promotion.coupon', { code: couponCode }, { field: 'couponCode' });
  const promoted = new Map(
    taking.map(({ line, at }, place) => {
      const made = offer.lines[place];
      const [discount, amount] =
        isOwnCurrency && made !== undefined
          ? [made.discount, made.amount]
          : [
              decimal(0),
              regularAmount(line, draftDigits(input.currency ?? settings.currency, references)),
            ];
      return [
        at,
        promotedLine(line, at + 1, { discount, amount, names: made?.promotions ?? [], digits }),
      ];
    }),
  );
  return {
    input: { ...input, lines: input.lines.map((line, at) => promoted.get(at) ?? line) },
    uses: isOwnCurrency ? offer.uses : new Map(),
  };
}

const isPromoted = ({ regularPrice }: GoodsLineInput): boolean => (regularPrice ?? null) !== null;

/** A line of a source keeps the agreed amounts, and other kinds have no promotions. */
function refuseUnpromoted({ kind }: PromotableInput, line: GoodsLineInput, position: number): void {
  const at = { field: 'regularPrice', line: position };
  const isAgreed = (line.sourceDocumentId ?? null) !== null;
  const isPricedOtherwise = line.unitPrice !== undefined || line.total !== undefined;
  if (!takesPromotions(kind) || isAgreed || isPricedOtherwise)
    refuseWith('request.field', { field: 'regularPrice' }, at);
}

const regularAmount = ({ quantity, regularPrice }: GoodsLineInput, digits: number): Decimal =>
  rounded(decimal(quantity).times(regularPrice ?? '0'), digits);

interface MadeAmount {
  readonly discount: Decimal;
  readonly amount: Decimal;
  readonly names: readonly string[];
  readonly digits: number;
}

function promotedLine(
  line: GoodsLineInput,
  position: number,
  { discount, amount, names, digits }: MadeAmount,
): PromotedLineInput {
  const { amount: stated, ...rest } = line;
  if (stated !== undefined && !decimal(stated).equals(amount))
    refuseWith(
      'promotion.changed',
      {
        line: position,
        amount: toPlainDecimal(amount),
        stated: toPlainDecimal(decimal(stated)),
        digits,
      },
      { field: 'amount', line: position },
    );
  if (discount.isZero()) return { ...rest, unitPrice: rest.regularPrice ?? '0' };
  return { ...rest, amount: toPlainDecimal(amount), promotions: names.join(', ') };
}

/**
 * Keeps coupon and promotions of unchanged lines for a user without access to amounts of sales, who changes
 * none. Another line costs what the user states, else the regular price.
 */
export function withKeptPromotions(
  input: PromotableInput,
  before: StoredDocument | null,
): PromotableInput {
  const saved = new Map((before?.document.goodsLines ?? []).map((line) => [line.line, line]));
  const { couponCode = '' } = before?.head ?? {};
  const { couponCode: stated = '' } = input;
  // A form shows no coupon to this user, hence sends none.
  if (stated !== '' && stated !== couponCode)
    refuseWith('access.denied', {}, { field: 'couponCode' });
  return {
    ...input,
    ...(takesPromotions(input.kind) ? { couponCode } : {}),
    lines: input.lines.map((line): PromotedLineInput => {
      const { regularPrice, ...rest } = line;
      const kept = saved.get(line.line ?? 0);
      if (kept !== undefined && isUnchangedLine(line, kept))
        return { ...rest, ...promotionsOf(kept) };
      const isPriced = [line.unitPrice, line.amount, line.total].some((one) => one !== undefined);
      return isPriced || (regularPrice ?? null) === null
        ? rest
        : { ...rest, unitPrice: regularPrice ?? '0' };
    }),
  };
}

const isUnchangedLine = (line: GoodsLineInput, saved: GoodsLine): boolean =>
  line.barcode === saved.barcode &&
  saved.quantity.equals(line.quantity) &&
  (line.amount === undefined || saved.amount.equals(line.amount)) &&
  (line.total === undefined || saved.total.equals(line.total)) &&
  (line.unitPrice === undefined || saved.unitPrice.equals(line.unitPrice));

const promotionsOf = ({ regularPrice, promotions }: GoodsLine) =>
  regularPrice === undefined
    ? {}
    : { regularPrice: toPlainDecimal(regularPrice), promotions: promotions ?? '' };
