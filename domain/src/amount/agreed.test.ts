import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Decimal } from '../decimal.ts';
import { ZERO, decimal, plain, rounded, sum } from '../decimal.ts';
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
  takenBy,
} from './agreed.ts';
import type { AgreedDiscount, GoodsAmounts } from './agreed.ts';
import { computeDocument } from './document.ts';
import { countDiscounts } from './takenDiscounts.ts';
import type { DocumentAmounts } from './document.ts';
import type { LineInput } from './line.ts';

// Decision 0069: amounts are handed on as amounts, and the parts of a document add up to the whole.

/** Kinds that hand on what was agreed: priced documents of one partner, and what is made from them. */
const handings = goodsKindCodes.flatMap((target) =>
  keysOf(documentKinds[target].sources).flatMap((source) => {
    const [from, to] = [documentKinds[source], documentKinds[target]];
    const isPriced = from.price !== null && from.partner?.type === to.partner?.type;
    return isPriced && from.partner !== null ? [[source, target] as const] : [];
  }),
);

interface Source {
  readonly kind: AnyKindCode;
  readonly lines: readonly LineInput[];
  readonly amounts: DocumentAmounts;
}

/** Quantities that a document takes, by source and line. */
type Taking = readonly (readonly Decimal[])[];

interface Child {
  readonly taking: Taking;
  readonly amounts: DocumentAmounts;
  readonly discount: Decimal;
}

interface World {
  readonly target: AnyKindCode;
  readonly taxMode: TaxMode;
  readonly digits: number;
}

const wholeOf = ({ lines, amounts }: Source, at: number) => ({
  quantity: lines[at]?.quantity ?? ZERO,
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
    const part = made && { quantity, total: made.total, tax: made.tax, atAgreedPrice: null };
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
          return parts.length === 0 ? [] : [[String(at), takenBy(parts).total]];
        }),
      ),
    })),
    digits,
  );

/** The next document made from the sources, at what was agreed. */
function handOn(
  sources: readonly Source[],
  children: readonly Child[],
  taking: Taking,
  { target, taxMode, digits }: World,
): Child {
  const lines = sources.flatMap((source, at) =>
    source.lines.flatMap((line, of) => {
      const quantity = taking[at]?.[of] ?? ZERO;
      if (quantity.isZero()) return [];
      const taken = takenBy(partsOf(source, at, of, children, digits));
      const goods = { whole: wholeOf(source, of), taken };
      const part = nextPart(goods, quantity, digits);
      const unitPrice = source.amounts.lines[of]?.unitPrice ?? ZERO;
      const priced = pricedAsPart(
        { quantity, taxRate: line.taxRate, unitPrice },
        part,
        taxMode,
        digits,
      );
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
  });
  return { taking, amounts, discount: amounts.discount };
}

const aLine = (digits: number): fc.Arbitrary<LineInput> =>
  fc.record({
    quantity: fc.integer({ min: 1, max: 40 }).map(decimal),
    taxRate: fc.constantFrom('0', '6.5', '13').map(decimal),
    pricedBy: fc.constantFrom('unitPrice', 'amount', 'total'),
    given: fc
      .integer({ min: 0, max: 10_000_000 })
      .map((units) => decimal(units).times(decimal(10).pow(-digits))),
  });

interface Drawn {
  readonly sources: readonly Source[];
  readonly deliveries: readonly Taking[];
  readonly deleted: readonly number[];
  readonly taxMode: TaxMode;
}

/** One or two sources, all of their goods dealt out over some deliveries, and some of these deleted in between. */
const aSplit = (kind: AnyKindCode, digits: number): fc.Arbitrary<Drawn> =>
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
        }),
        { minLength: 1, maxLength: 2 },
      ),
      times: fc.integer({ min: 1, max: 6 }),
      dealt: fc.infiniteStream(fc.nat()),
      deleted: fc.uniqueArray(fc.nat({ max: 5 }), { maxLength: 2 }),
    })
    .map(({ taxMode, drafts, times, dealt, deleted }) => {
      const sources = drafts.map(({ lines, discount }): Source => {
        const bare = computeDocument({ kind, taxMode, digits, lines });
        const less =
          'rate' in discount
            ? { rate: decimal(discount.rate).dividedBy(100) }
            : { amount: bare.goods.times(discount.part).dividedBy(1_000_000) };
        const amounts = computeDocument({ kind, taxMode, digits, lines, discount: less });
        return { kind, lines, amounts };
      });
      const deliveries = Array.from({ length: times }, () =>
        sources.map(({ lines }) => lines.map(() => 0)),
      );
      sources.forEach(({ lines }, at) =>
        lines.forEach(({ quantity }, of) => {
          for (let piece = 0; quantity.gt(piece); piece += 1) {
            const own = deliveries[Number(dealt.next().value) % times]?.[at];
            if (own !== undefined) own[of] = (own[of] ?? 0) + 1;
          }
        }),
      );
      const takings = deliveries.map((own) => own.map((quantities) => quantities.map(decimal)));
      const some = takings.filter((taking) => taking.flat().some((quantity) => quantity.gt(0)));
      return { taxMode, sources, deliveries: some, deleted };
    });

const sums = (all: readonly DocumentAmounts[]) =>
  Object.fromEntries(
    (['goods', 'tax', 'net', 'discount', 'payable'] as const).map((name) => [
      name,
      plain(sum(all.map((amounts) => amounts[name]))),
    ]),
  );

describe.each(handings)('%s handed on to %s', (source, target) => {
  test.each([
    ['JPY', 0],
    ['CNY', 2],
    ['KWD', 3],
  ])('in %s: parts add up to the whole, whatever is deleted and made again', (_, digits) => {
    fc.assert(
      fc.property(aSplit(source, digits), ({ sources, deliveries, deleted, taxMode }) => {
        const world = { target, taxMode, digits };
        const make = (live: readonly Child[], taking: Taking): readonly Child[] => [
          ...live,
          handOn(sources, live, taking, world),
        ];
        const first = deliveries.reduce(make, []);
        const kept = first.filter((_child, at) => !deleted.includes(at));
        const again = deliveries.filter((_taking, at) => deleted.includes(at));
        const all = again.reduce(make, kept);
        const whole = sums(sources.map(({ amounts }) => amounts));
        expect(sums(first.map(({ amounts }) => amounts))).toEqual(whole);
        expect(sums(all.map(({ amounts }) => amounts))).toEqual(whole);
      }),
    );
  });
});

test('every pair of priced kinds that convert for one partner takes part in the laws of handed-on amounts', () => {
  expect(handings.map(([source, target]) => `${source} ${target}`)).toEqual([
    'purchaseOrder purchaseIn',
    'purchaseIn purchaseBack',
    'saleOrder saleOut',
    'saleOut saleBack',
    'retailOut retailBack',
  ]);
});

const goods = (quantity: number, total: string): GoodsAmounts => ({
  quantity: decimal(quantity),
  total: decimal(total),
  tax: ZERO,
});

test('a delivery at another price leaves the agreed price of the next delivery unchanged', () => {
  const whole = goods(10, '100');
  const taken = takenBy(countParts(whole, [{ ...goods(5, '40'), atAgreedPrice: false }], 2));
  expect(plain(nextPart({ whole, taken }, decimal(5), 2).total)).toBe('50');
});

test('goods beyond the agreed quantity come to their share of the whole on top', () => {
  const whole = goods(3, '10');
  const taken = goods(1, '3.33');
  expect(plain(nextPart({ whole, taken }, decimal(5), 2).total)).toBe('16.67');
});

const discounted = (discount: string, rate: string | null, taken = '0', takenGoods = '0') => ({
  goods: decimal(1000),
  discount: decimal(discount),
  rate: rate === null ? null : decimal(rate),
  taken: decimal(taken),
  takenGoods: decimal(takenGoods),
});
const line = (source: string | null, offered: string, total = offered) => ({
  source,
  offered: source === null ? ZERO : decimal(offered),
  total: decimal(total),
});
const shared = (
  discounts: Readonly<Record<string, AgreedDiscount>>,
  lines: Parameters<typeof agreedDiscount>[1],
) => {
  const { amount, rate } = agreedDiscount(new Map(Object.entries(discounts)), lines, 2);
  return [plain(amount), rate === null ? null : plain(rate)];
};

test.each<[string, ReturnType<typeof shared>, [string, string | null]]>([
  [
    'an amount of all goods',
    shared({ a: discounted('50', null) }, [line('a', '1000')]),
    ['50', null],
  ],
  [
    'an amount of half of them',
    shared({ a: discounted('5', null) }, [line('a', '500')]),
    ['2.5', null],
  ],
  ['a rate of half of them', shared({ a: discounted('50', '5') }, [line('a', '500')]), ['25', '5']],
  [
    'two sources of which one agreed on a discount',
    shared({ a: discounted('500', '50'), b: discounted('0', '0') }, [
      line('a', '1000'),
      line('b', '1000'),
    ]),
    ['500', null],
  ],
  [
    'a rate at a price of its own',
    shared({ a: discounted('50', '5') }, [line('a', '500', '400')]),
    ['20', '5'],
  ],
  [
    'a rate with goods from elsewhere',
    shared({ a: discounted('50', '5') }, [line('a', '500'), line(null, '100')]),
    ['30', '5'],
  ],
  [
    'an amount with goods from elsewhere',
    shared({ a: discounted('50', null) }, [line('a', '1000'), line(null, '100')]),
    ['50', null],
  ],
  [
    'an amount that was typed lower before',
    shared({ a: discounted('50', null, '0', '500') }, [line('a', '500')]),
    ['50', null],
  ],
  [
    'an amount that was typed higher before',
    shared({ a: discounted('50', null, '80', '500') }, [line('a', '500')]),
    ['0', null],
  ],
  [
    'no more than the goods come to',
    shared({ a: discounted('50', null, '0', '999') }, [line('a', '1')]),
    ['1', null],
  ],
])('the agreed discount: %s', (_, made, expected) => {
  expect(made).toEqual(expected);
});

test('a discount typed in place of an agreed rate leaves the rate for the rest', () => {
  const whole = { goods: decimal(1000), discount: decimal(50), rate: decimal(5) };
  const first = { discount: ZERO, goods: new Map([['a', decimal(500)]]) };
  const taken = countDiscounts(new Map([['a', whole]]), [first], 2).get('a')?.taken;
  expect(plain(rounded(taken ?? ZERO, 2))).toBe('25');
});

test('a delivery of two orders takes from neither more discount than that order agreed on', () => {
  const whole = (goods: number, discount: number) => ({
    goods: decimal(goods),
    discount: decimal(discount),
    rate: null,
  });
  const taking = (discount: number, goods: Readonly<Record<string, number>>) => ({
    discount: decimal(discount),
    goods: new Map(Object.entries(goods).map(([id, amount]) => [id, decimal(amount)])),
  });
  // The document between these two was deleted: what is left of both discounts is 13, all of it of the first source.
  const counted = countDiscounts(
    new Map([
      ['a', whole(6_812_500, 55)],
      ['b', whole(250_001, 1)],
    ]),
    [
      taking(8, { a: 1_009_259 }),
      taking(17, { a: 2_018_519, b: 125_001 }),
      taking(19, { a: 2_270_833, b: 124_999 }),
    ],
    0,
  );
  expect([...counted.values()].map(({ taken }) => plain(taken))).toEqual(['43', '1']);
});
