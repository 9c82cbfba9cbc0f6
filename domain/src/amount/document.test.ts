import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ZERO, decimal, toPlainDecimal, rounded } from '../decimal.ts';
import { aPrice, aQuantity, aTaxRate, anAmount } from '../testing.ts';
import type { AmountsInput } from './document.ts';
import { computeDocument, computeMoneyDocument } from './document.ts';
import type { LineInput } from './line.ts';
import { serviceQuantity } from './services.ts';

const line = (quantity: number, price: number, rate = 0): LineInput => ({
  quantity: decimal(quantity),
  taxRate: decimal(rate),
  pricedBy: 'unitPrice',
  given: decimal(price),
});

const computed = (input: Partial<AmountsInput>) =>
  computeDocument({
    kind: 'purchaseIn',
    taxMode: 'exclusive',
    digits: 2,
    lines: [line(10, 11, 13), line(3, 120.5)],
    ...input,
  });

const shown = (
  input: Partial<AmountsInput>,
  fields: readonly (keyof ReturnType<typeof computed>)[],
) => {
  const amounts = computed(input);
  return fields.map((field) => toPlainDecimal(amounts[field] as ReturnType<typeof decimal>));
};

test('a receipt with tax, discount, further fees and deposit has the expected amounts', () => {
  const input = {
    discount: { rate: decimal(5) },
    otherFees: decimal(20),
    depositUsed: decimal(50),
  };
  expect(shown(input, ['amount', 'goods', 'discount', 'afterDiscount', 'paidNow', 'debt'])).toEqual(
    ['471.5', '485.8', '24.29', '461.51', '431.51', '0'],
  );
  expect(shown({ ...input, paidNow: decimal(200) }, ['paidNow', 'debt'])).toEqual([
    '200',
    '231.51',
  ]);
});

test.each<[string, Partial<AmountsInput>, string[]]>([
  ['nothing said: all is paid', {}, ['485.8', '0', '485.8', '0']],
  ['the setting to pay later', { payLater: true }, ['485.8', '0', '0', '485.8']],
  ['half of it', { paidNow: decimal('242.9') }, ['485.8', '0', '242.9', '242.9']],
  ['too much shows as a debt below 0', { paidNow: decimal(500) }, ['485.8', '0', '500', '-14.2']],
  [
    'an order: only its deposit',
    { kind: 'purchaseOrder', paidNow: decimal(100) },
    ['485.8', '0', '100', '0'],
  ],
  ['an order without a deposit', { kind: 'saleOrder' }, ['485.8', '0', '0', '0']],
  [
    'retail knows no tax and no debt',
    { kind: 'retailOut', paidNow: decimal(1) },
    ['471.5', '0', '471.5', '0'],
  ],
  [
    'a return uses no deposit',
    { kind: 'saleBack', depositUsed: decimal(50) },
    ['485.8', '0', '485.8', '0'],
  ],
  ['a requisition has no money', { kind: 'purchaseRequest' }, ['0', '0', '0', '0']],
  ['a transfer moves no money', { kind: 'transfer' }, ['471.5', '0', '0', '0']],
])('%s', (_why, input, expected) => {
  expect(shown(input, ['payable', 'depositUsed', 'paidNow', 'debt'])).toEqual(expected);
});

test.each([
  [{ rate: decimal(5) }, ['5', '24.29']],
  [{ amount: decimal('24.29') }, ['5', '24.29']],
  [{ amount: decimal(100) }, ['20.58', '100']],
])('the discount %j is completed with a rate and an amount', (discount, expected) => {
  expect(shown({ discount }, ['discountRate', 'discount'])).toEqual(expected);
});

test('a discount on a document without lines has no rate', () => {
  expect(
    shown({ lines: [], discount: { amount: decimal(1) } }, ['discountRate', 'payable']),
  ).toEqual(['0', '-1']);
});

test('change is the amount handed over less the amount due', () => {
  expect(shown({ kind: 'retailOut', received: decimal(500) }, ['received', 'change'])).toEqual([
    '500',
    '28.5',
  ]);
  expect(shown({ kind: 'retailOut' }, ['received', 'change'])).toEqual(['471.5', '0']);
});

test('the service charge is taken on the amount after the discount', () => {
  const input = { discount: { amount: decimal('85.8') }, service: { rate: decimal(3) } };
  expect(shown(input, ['afterDiscount', 'serviceCharge', 'payable'])).toEqual(['400', '12', '412']);
});

test.each([
  // 2 × 15 and 3.5 × 1.999, each rounded to the cent.
  ['saleOrder', '37', '522.8'],
  ['saleOut', '37', '522.8'],
  // Nothing else has services.
  ['saleBack', '0', '485.8'],
  ['purchaseIn', '0', '485.8'],
] as const)('the services of a %s amount to %s, and the document to %s', (kind, fees, payable) => {
  const services = [
    { quantity: decimal(2), fee: decimal(15) },
    { quantity: decimal('3.5'), fee: decimal('1.999') },
  ];
  expect(shown({ kind, services }, ['serviceFees', 'payable'])).toEqual([fees, payable]);
});

test.each([
  ['order', '1'],
  ['piece', '15'],
  ['weight', '7.25'],
] as const)('a service charged by %s has the default quantity %s', (mode, wanted) => {
  const goods = [
    { baseQuantity: decimal(3), weight: decimal('4.5') },
    { baseQuantity: decimal(12), weight: decimal('2.75') },
  ];
  expect(toPlainDecimal(serviceQuantity(mode, goods))).toBe(wanted);
});

test('in another currency the base amount is the rounded payable', () => {
  expect(shown({ exchangeRate: decimal('7.123456') }, ['payable', 'basePayable'])).toEqual([
    '485.8',
    '3460.57',
  ]);
});

test('the amount paid on a money receipt is the sum of its lines less the discount', () => {
  const amounts = computeMoneyDocument([decimal(100), decimal(-30)], decimal(3), 2);
  expect([amounts.total, amounts.discount, amounts.paidNow].map(toPlainDecimal)).toEqual([
    '70',
    '3',
    '67',
  ]);
});

const aLineInput: fc.Arbitrary<LineInput> = fc
  .tuple(aQuantity, aTaxRate, aPrice)
  .map(([quantity, taxRate, given]) => ({ quantity, taxRate, pricedBy: 'unitPrice', given }));

test('payable = goods − discount + charges (D2), and = deposit + paid + debt (D3)', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('purchaseIn', 'saleOut', 'saleBack', 'purchaseBack'),
      fc.array(aLineInput, { maxLength: 8 }),
      fc.record({
        otherFees: anAmount,
        freight: anAmount,
        depositUsed: anAmount,
        paidNow: fc.option(anAmount),
      }),
      fc.constantFrom('exclusive', 'inclusive'),
      (kind, lines, head, taxMode) => {
        const amounts = computed({
          kind,
          lines,
          taxMode,
          ...head,
          discount: { rate: decimal(7) },
          service: { rate: decimal(2) },
        });
        const charges = amounts.serviceCharge.plus(amounts.otherFees).plus(amounts.freight);
        expect(toPlainDecimal(amounts.payable)).toBe(
          toPlainDecimal(amounts.goods.minus(amounts.discount).plus(charges)),
        );
        expect(toPlainDecimal(amounts.payable)).toBe(
          toPlainDecimal(amounts.depositUsed.plus(amounts.paidNow).plus(amounts.debt)),
        );
        expect(toPlainDecimal(amounts.net.plus(amounts.tax))).toBe(toPlainDecimal(amounts.goods));
        expect(
          Object.values(amounts)
            .flat()
            .every((value) => !('isNaN' in value) || rounded(value, 6).isFinite()),
        ).toBe(true);
      },
    ),
  );
});

test('the order of lines changes no total (X9)', () => {
  fc.assert(
    fc.property(fc.array(aLineInput, { maxLength: 8 }), (lines) => {
      const [there, back] = [computed({ lines }), computed({ lines: lines.toReversed() })];
      expect(toPlainDecimal(there.payable.minus(back.payable))).toBe(toPlainDecimal(ZERO));
    }),
  );
});
