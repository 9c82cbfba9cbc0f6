// Documents of one partner made from others at what was agreed, as the laws of handed-on amounts draw them.
import fc from 'fast-check';
import type { Decimal } from '../decimal.ts';
import { KEPT_DIGITS, ZERO, decimal, rounded, sum } from '../decimal.ts';
import type { TaxMode } from '../document/document.ts';
import { goodsKindCodes } from '../document/kindCode.ts';
import type { AnyKindCode } from '../document/kindCode.ts';
import { documentKinds } from '../document/kinds.ts';
import { keysOf } from '../keys.ts';
import {
  agreedDiscount,
  agreedRate,
  countParts,
  nextPart,
  pricedAsPart,
  sumOfParts,
} from './agreed.ts';
import type { AgreedDiscount, GoodsAmounts, TakingLine } from './agreed.ts';
import { computeDocument } from './document.ts';
import type { DocumentAmounts } from './document.ts';
import type { LineInput } from './line.ts';
import { countDiscounts } from './takenDiscounts.ts';

/** Pairs of kinds with agreed amounts passed on: a priced document and documents made from it. */
export const handings = goodsKindCodes.flatMap((target) =>
  keysOf(documentKinds[target].sources).flatMap((source) => {
    const [from, to] = [documentKinds[source], documentKinds[target]];
    const isPriced = from.price !== null && from.partner?.type === to.partner?.type;
    return isPriced && from.partner !== null ? [[source, target] as const] : [];
  }),
);

export interface Source {
  readonly kind: AnyKindCode;
  readonly lines: readonly SourceLine[];
  readonly amounts: DocumentAmounts;
  readonly deposit: Decimal;
}

/** Line in a unit of some base units. */
export interface SourceLine extends LineInput {
  readonly ratio: number;
}

/** Amounts typed on a document, and not passed on to documents made from it. */
export interface TypedAmounts {
  readonly serviceCharge: Decimal;
  readonly otherFees: Decimal;
  readonly freight: Decimal;
}

/** Quantities in base units taken by a document, by source and line. */
export type Taking = readonly (readonly Decimal[])[];

export interface Child {
  readonly taking: Taking;
  readonly amounts: DocumentAmounts;
  readonly discount: Decimal;
}

/** A document that is still to be made. */
export interface Delivery {
  readonly taking: Taking;
  readonly typed: TypedAmounts;
}

export interface World {
  readonly target: AnyKindCode;
  readonly taxMode: TaxMode;
  readonly digits: number;
}

const wholeOf = ({ lines, amounts }: Source, at: number) => ({
  quantity: lines[at]?.quantity.times(lines[at].ratio) ?? ZERO,
  total: amounts.lines[at]?.total ?? ZERO,
  tax: amounts.lines[at]?.tax ?? ZERO,
});

/** The place of a taken line among the lines of its document. */
const placeOf = (taking: Taking, source: number, line: number): number =>
  taking
    .flatMap((own, at) => own.map((quantity, of) => ({ at, of, quantity })))
    .filter(({ quantity }) => quantity.gt(0))
    .findIndex(({ at, of }) => at === source && of === line);

/** Counted amounts that the documents took of a line. */
function partsOf(
  source: Source,
  at: number,
  line: number,
  children: readonly Child[],
  digits: number,
): (GoodsAmounts & { readonly child: Child })[] {
  const taken = children.flatMap((child) => {
    const made = child.amounts.lines[placeOf(child.taking, at, line)];
    const quantity = child.taking[at]?.[line] ?? ZERO;
    const part = made && {
      quantity,
      total: made.total,
      tax: made.tax,
      atAgreedPrice: null,
      givenBack: false,
    };
    return part === undefined || quantity.isZero() ? [] : [{ child, part }];
  });
  const parts = taken.map(({ part }) => part);
  const all = countParts(wholeOf(source, line), parts, digits);
  return all.flatMap((part, of) => {
    const child = taken[of]?.child;
    return child === undefined ? [] : [{ ...part, child }];
  });
}

const agreedDiscounts = (
  sources: readonly Source[],
  children: readonly Child[],
  digits: number,
): Map<string, AgreedDiscount> =>
  countDiscounts(
    new Map(
      sources.map(({ amounts: { goods, discount, discountRate } }, at) => {
        const rate = agreedRate({ goods, discount }, discountRate, digits);
        return [String(at), { goods, discount, rate }];
      }),
    ),
    children.map((child) => ({
      discount: child.discount,
      goods: new Map(
        sources.flatMap((source, at): [string, Decimal][] => {
          const parts = source.lines.flatMap((_, line) =>
            partsOf(source, at, line, children, digits).filter((part) => part.child === child),
          );
          return parts.length === 0 ? [] : [[String(at), sumOfParts(parts).total]];
        }),
      ),
    })),
    digits,
  );

/** The line keeps its unit where the quantity fills whole ones, else it is counted in base units. */
function inWholeUnits(
  { ratio, taxRate }: SourceLine,
  quantity: Decimal,
  unitPrice: Decimal,
): TakingLine {
  if (quantity.modulo(ratio).isZero())
    return { quantity: quantity.dividedBy(ratio), taxRate, unitPrice };
  return { quantity, taxRate, unitPrice: rounded(unitPrice.dividedBy(ratio), KEPT_DIGITS) };
}

/** A document of several orders is offered no deposit. */
const depositLeft = ([source, ...others]: readonly Source[], children: readonly Child[]): Decimal =>
  source === undefined || others.length > 0
    ? ZERO
    : source.deposit.minus(sum(children.map(({ amounts }) => amounts.depositUsed)));

/** The next document made from the sources, at what was agreed. */
export function handOn(
  sources: readonly Source[],
  children: readonly Child[],
  { taking, typed }: Delivery,
  { target, taxMode, digits }: World,
): Child {
  const lines = sources.flatMap((source, at) =>
    source.lines.flatMap((line, of) => {
      const quantity = taking[at]?.[of] ?? ZERO;
      if (quantity.isZero()) return [];
      const before = sumOfParts(partsOf(source, at, of, children, digits));
      const goods = { whole: wholeOf(source, of), taken: before };
      const part = nextPart(goods, quantity, digits);
      const unitPrice = source.amounts.lines[of]?.unitPrice ?? ZERO;
      const taken = inWholeUnits(line, quantity, unitPrice);
      const priced = pricedAsPart(taken, part, taxMode, digits);
      return [{ priced, share: { source: String(at), offered: part.total, total: part.total } }];
    }),
  );
  const discount = agreedDiscount(
    agreedDiscounts(sources, children, digits),
    lines.map(({ share }) => share),
    digits,
  ).amount;
  const amounts = computeDocument({
    kind: target,
    taxMode,
    digits,
    lines: lines.map(({ priced }) => priced),
    discount: { amount: discount },
    service: { amount: typed.serviceCharge },
    otherFees: typed.otherFees,
    freight: typed.freight,
    depositUsed: null,
    depositLeft: depositLeft(sources, children),
    paidNow: ZERO,
  });
  return { taking, amounts, discount: amounts.discount };
}

const aLine = (digits: number): fc.Arbitrary<SourceLine> =>
  fc.record({
    ratio: fc.constantFrom(1, 1, 7, 12),
    quantity: fc.integer({ min: 1, max: 40 }).map(decimal),
    taxRate: fc.constantFrom('0', '6.5', '13').map(decimal),
    pricedBy: fc.constantFrom('unitPrice', 'amount', 'total'),
    given: fc
      .integer({ min: 0, max: 10_000_000 })
      .map((units) => decimal(units).times(decimal(10).pow(-digits))),
  });

/** Amounts typed on one document, in its currency's smallest units. */
const someTyped = (digits: number): fc.Arbitrary<TypedAmounts> => {
  const amount = fc
    .oneof(fc.constant(0), fc.nat(50_000))
    .map((units) => decimal(units).times(decimal(10).pow(-digits)));
  return fc.record({ serviceCharge: amount, otherFees: amount, freight: amount });
};

interface Drawn {
  readonly sources: readonly Source[];
  readonly deliveries: readonly Delivery[];
  readonly deleted: readonly number[];
  readonly taxMode: TaxMode;
}

/** One or two sources, all of their goods dealt out over some deliveries, and some of these deleted in between. */
export const aSplit = (kind: AnyKindCode, digits: number): fc.Arbitrary<Drawn> =>
  fc
    .record({
      taxMode: fc.constantFrom<TaxMode>('exclusive', 'inclusive'),
      drafts: fc.array(
        fc.record({
          lines: fc.array(aLine(digits), { minLength: 1, maxLength: 4 }),
          discount: fc.oneof(
            fc.record({ rate: fc.integer({ min: 0, max: 10_000 }) }),
            fc.record({ part: fc.integer({ min: 0, max: 1_000_000 }) }),
          ),
          typed: someTyped(digits),
          deposit: fc.integer({ min: 0, max: 120 }),
        }),
        { minLength: 1, maxLength: 2 },
      ),
      times: fc.integer({ min: 1, max: 6 }),
      dealt: fc.infiniteStream(fc.nat()),
      typed: fc.infiniteStream(someTyped(digits)),
      deleted: fc.uniqueArray(fc.nat({ max: 5 }), { maxLength: 2 }),
    })
    .map(({ taxMode, drafts, times, dealt, typed, deleted }) => {
      const sources = drafts.map(({ lines, discount, deposit, typed: own }): Source => {
        const bare = computeDocument({ kind, taxMode, digits, lines });
        const less =
          'rate' in discount
            ? { rate: decimal(discount.rate).dividedBy(100) }
            : { amount: bare.goods.times(discount.part).dividedBy(1_000_000) };
        const amounts = computeDocument({
          kind,
          taxMode,
          digits,
          lines,
          discount: less,
          service: { amount: own.serviceCharge },
          otherFees: own.otherFees,
          freight: own.freight,
        });
        const percent = rounded(amounts.payable.times(deposit).dividedBy(100), digits);
        return { kind, lines, amounts, deposit: percent };
      });
      const deliveries = Array.from({ length: times }, () =>
        sources.map(({ lines }) => lines.map(() => 0)),
      );
      sources.forEach(({ lines }, at) =>
        lines.forEach(({ quantity, ratio }, of) => {
          for (let piece = 0; quantity.times(ratio).gt(piece); piece += 1) {
            const own = deliveries[Number(dealt.next().value) % times]?.[at];
            if (own !== undefined) own[of] = (own[of] ?? 0) + 1;
          }
        }),
      );
      const takings = deliveries.map((own) => own.map((quantities) => quantities.map(decimal)));
      const some = takings.filter((taking) => taking.flat().some((quantity) => quantity.gt(0)));
      const made = some.map((taking) => ({ taking, typed: typed.next().value }));
      return { taxMode, sources, deliveries: made, deleted };
    });
