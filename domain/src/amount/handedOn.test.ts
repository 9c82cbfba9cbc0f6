// Decision 0069: converted documents share the agreed amounts, and the parts of a document add up to the
// whole.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ZERO, toPlainDecimal, sum } from '../decimal.ts';
import type { AnyKindCode } from '../document/kindCode.ts';
import { documentKinds } from '../document/kinds.ts';
import type { DocumentAmounts } from './document.ts';
import { aSplit, handOn, handings } from './testHandedOn.ts';
import type { Child, Delivery, Source } from './testHandedOn.ts';

/** Amounts handed on: shares of the goods and of what was agreed for them. */
const sums = (all: readonly DocumentAmounts[]) =>
  Object.fromEntries(
    (['goods', 'tax', 'net', 'discount', 'afterDiscount'] as const).map((name) => [
      name,
      toPlainDecimal(sum(all.map((amounts) => amounts[name]))),
    ]),
  );

const charges = [
  { field: 'serviceCharge', name: 'service' },
  { field: 'otherFees', name: 'otherFees' },
  { field: 'freight', name: 'freight' },
] as const;

/** Freight, other fees and service charges belong to the document that they were typed on. */
function expectOwnCharges(
  target: AnyKindCode,
  children: readonly Child[],
  deliveries: readonly Delivery[],
): void {
  for (const { taking, amounts } of children) {
    const typed = deliveries.find((one) => one.taking === taking)?.typed;
    for (const { field, name } of charges) {
      const has = documentKinds[target].amounts.includes(name);
      expect(toPlainDecimal(amounts[field])).toBe(
        toPlainDecimal(has ? (typed?.[field] ?? ZERO) : ZERO),
      );
    }
    const own = sum(charges.map(({ field }) => amounts[field]));
    expect(toPlainDecimal(amounts.payable.minus(own))).toBe(toPlainDecimal(amounts.afterDiscount));
  }
}

/** No more is used of a deposit than was paid, and something is left only once the documents made last owe nothing. */
function expectDeposit(
  [source, ...others]: readonly Source[],
  children: readonly Child[],
  last: readonly Child[],
): void {
  if (source === undefined || others.length > 0) return;
  const left = source.deposit.minus(sum(children.map(({ amounts }) => amounts.depositUsed)));
  expect(left.isNegative()).toBe(false);
  if (left.isZero()) return;
  for (const { amounts } of last)
    expect(toPlainDecimal(amounts.depositUsed)).toBe(toPlainDecimal(amounts.payable));
}
const takesDeposits = (target: AnyKindCode): boolean =>
  documentKinds[target].amounts.includes('deposit');

describe.each(handings)('%s converted to %s', (source, target) => {
  test.each([
    ['JPY', 0],
    ['CNY', 2],
    ['KWD', 3],
  ])(
    'in %s, partial documents add up to their source and use up its deposit, even after deletions',
    (_, digits) => {
      fc.assert(
        fc.property(aSplit(source, digits), ({ sources, deliveries, deleted, taxMode }) => {
          const world = { target, taxMode, digits };
          const make = (live: readonly Child[], delivery: Delivery): readonly Child[] => [
            ...live,
            handOn(sources, live, delivery, world),
          ];
          const first = deliveries.reduce(make, []);
          const kept = first.filter((_child, at) => !deleted.includes(at));
          const again = deliveries.filter((_delivery, at) => deleted.includes(at));
          const all = again.reduce(make, kept);
          const whole = sums(sources.map(({ amounts }) => amounts));
          for (const children of [first, all]) {
            expect(sums(children.map(({ amounts }) => amounts))).toEqual(whole);
            expectOwnCharges(target, children, deliveries);
            const last = children.filter((child) => children === first || !kept.includes(child));
            if (takesDeposits(target)) expectDeposit(sources, children, last);
          }
        }),
      );
    },
  );
});

test('every conversion between priced kinds of a shared partner is covered by these tests', () => {
  expect(handings.map(([source, target]) => `${source} ${target}`)).toEqual([
    'purchaseOrder purchaseIn',
    'purchaseIn purchaseBack',
    'saleOrder saleOut',
    'saleOut saleBack',
    'retailOut retailBack',
  ]);
});
