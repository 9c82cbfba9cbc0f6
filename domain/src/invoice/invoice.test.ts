import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ONE, decimal, toPlainDecimal, sum } from '../decimal.ts';
import { kindCodes } from '../document/kindCode.ts';
import { checkInvoice, invoicedAs, keepsInvoiced, spreadOver } from './invoice.ts';
import type { Invoice, InvoicedBill } from './invoice.ts';

type Figures = Partial<Omit<InvoicedBill, 'amount' | 'invoiced'>> & {
  readonly amount?: string;
  readonly invoiced?: string;
};
const aBill = ({ amount = '113', invoiced = '0', ...more }: Figures = {}): InvoicedBill => ({
  number: 'XSCK1',
  kind: 'saleOut',
  partnerId: 'c1',
  currency: 'CNY',
  exchangeRate: ONE,
  inForce: true,
  digits: 2,
  ...more,
  amount: decimal(amount),
  invoiced: decimal(invoiced),
});
const anInvoice = (
  parts: readonly (readonly [InvoicedBill, string])[],
  [net, tax]: readonly [string, string] = ['100', '13'],
): Invoice => ({
  direction: 'issued',
  partnerId: 'c1',
  net: decimal(net),
  tax: decimal(tax),
  parts: parts.map(([bill, amount]) => ({ bill, amount: decimal(amount) })),
});
const refused = (invoice: Invoice): string | null => {
  try {
    checkInvoice(invoice);
    return null;
  } catch (error) {
    return (error as { key: string }).key;
  }
};

test('sales and sales returns need issued invoices, purchases and purchase returns received invoices', () => {
  const invoiced = kindCodes.flatMap((kind) => {
    const as = invoicedAs(kind);
    return as === null ? [] : [`${kind} ${as.direction} ${as.sign}`];
  });
  expect(invoiced.toSorted()).toEqual([
    'purchaseBack received -1',
    'purchaseIn received 1',
    'saleBack issued -1',
    'saleOut issued 1',
  ]);
});

describe('an invoice', () => {
  test.each([
    ['of no bill', [], undefined, null],
    ['of a whole bill', [[aBill(), '113']], undefined, null],
    ['of a part', [[aBill({ amount: '500' }), '113']], undefined, null],
    [
      'of two bills',
      [
        [aBill({ amount: '100' }), '100'],
        [aBill({ amount: '13' }), '13'],
      ],
      undefined,
      null,
    ],
    [
      'of a bill and its return',
      [
        [aBill({ amount: '200' }), '200'],
        [aBill({ kind: 'saleBack', amount: '-87' }), '-87'],
      ],
      undefined,
      null,
    ],
    [
      'of a return alone',
      [[aBill({ kind: 'saleBack', amount: '-113' }), '-113']],
      ['-100', '-13'],
      null,
    ],
    ['without tax', [], ['100', '0'], null],
    ['of nothing', [], ['0', '0'], 'invoice.amounts'],
    ['with tax the other way', [], ['100', '-13'], 'invoice.amounts'],
    [
      'of more than is left',
      [[aBill({ amount: '113', invoiced: '0.01' }), '113']],
      undefined,
      'invoice.over',
    ],
    ['of a part the other way', [[aBill(), '-1']], undefined, 'invoice.over'],
    ['of nothing of a bill', [[aBill(), '0']], undefined, 'invoice.over'],
    ['of more than itself', [[aBill({ amount: '200' }), '113.01']], undefined, 'invoice.beyond'],
    [
      'of returns where it is none',
      [[aBill({ kind: 'saleBack', amount: '-50' }), '-50']],
      undefined,
      'invoice.beyond',
    ],
    [
      'of a bill that is bought',
      [[aBill({ kind: 'purchaseIn' }), '113']],
      undefined,
      'invoice.billKind',
    ],
    ['of an order', [[aBill({ kind: 'saleOrder' }), '113']], undefined, 'invoice.billKind'],
    ['of another’s bill', [[aBill({ partnerId: 'c2' }), '113']], undefined, 'invoice.billPartner'],
    ['of a draft', [[aBill({ inForce: false }), '113']], undefined, 'invoice.billDraft'],
    [
      'of two currencies',
      [
        [aBill({ amount: '50' }), '50'],
        [aBill({ currency: 'USD', amount: '50' }), '50'],
      ],
      undefined,
      'invoice.billCurrency',
    ],
  ] as const)('%s is accepted or refused', (_what, parts, amounts, key) => {
    expect(refused(anInvoice(parts, amounts))).toBe(key);
  });
});

const anAmount = fc
  .integer({ min: 1, max: 1_000_000 })
  .map((cents) => decimal(cents).dividedBy(100));

test('an amount spread over bills covers no more than the open part of each', () => {
  fc.assert(
    fc.property(anAmount, fc.array(fc.tuple(anAmount, anAmount)), (gross, figures) => {
      const bills = figures.map(([amount, taken]) =>
        aBill({ amount: toPlainDecimal(amount.plus(taken)), invoiced: toPlainDecimal(taken) }),
      );
      const parts = spreadOver(gross, bills);
      for (const { bill, amount } of parts)
        expect(amount.gt(0) && amount.lte(bill.amount.minus(bill.invoiced))).toBe(true);
      const covered = sum(parts.map(({ amount }) => amount));
      const open = sum(bills.map(({ amount, invoiced }) => amount.minus(invoiced)));
      expect(toPlainDecimal(covered)).toBe(toPlainDecimal(open.gt(gross) ? gross : open));
    }),
  );
});

test.each([
  ['nothing was invoiced', {}, { partnerId: 'c2', amount: '1' }, true],
  ['it stays', { invoiced: '50' }, {}, true],
  ['it grows', { invoiced: '50' }, { amount: '200' }, true],
  ['as much as was invoiced is left', { invoiced: '50' }, { amount: '50' }, true],
  ['less is left', { invoiced: '50' }, { amount: '49.99' }, false],
  ['a return shrinks', { invoiced: '-50', amount: '-113' }, { amount: '-49' }, false],
  ['it is another’s', { invoiced: '50' }, { partnerId: 'c2' }, false],
  ['it has another currency', { invoiced: '50' }, { currency: 'USD' }, false],
  ['it has another rate', { invoiced: '50' }, { exchangeRate: decimal('8') }, false],
  ['it leaves the books', { invoiced: '50' }, { inForce: false }, false],
] as const)(
  'a changed bill keeps or loses its invoices where %s',
  (_what, before, after, keeps) => {
    expect(keepsInvoiced(aBill(before), aBill({ ...before, ...after }))).toBe(keeps);
  },
);
