import { decimal, plain } from '@tradehouse/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  besidePrepayment,
  blankSettlement,
  figuresOf,
  hasUnread,
  noticesOf,
  paidInFull,
  servicesAt,
  sharesComplete,
  withAccounts,
  withPaid,
} from './settlement.ts';
import type { SettlementDraft, SettlementRules } from './settlement.ts';

const rules: SettlementRules = {
  kind: 'saleOut',
  pricing: { priced: true, taxed: true, paid: true, taxMode: 'exclusive', digits: 2 },
  payLater: false,
};
const lines = (...amounts: readonly string[]) =>
  amounts.map((amount) => ({
    quantity: decimal(1),
    taxRate: decimal(0),
    pricedBy: 'unitPrice' as const,
    given: decimal(amount),
  }));
const figures = (draft: SettlementDraft, of = lines('100'), by = rules) => figuresOf(of, draft, by);

test('a service with a usual price follows the rate, and a typed fee stays', () => {
  const service = { serviceId: '1', name: 'Wrap', quantity: '1', fee: '4' };
  const services = [{ ...service, usual: '30' }, { ...service, usual: '' }, service];
  const fees = (rate: string) => servicesAt(services, rate, 2).map(({ fee }) => fee);
  expect(fees('7.5')).toEqual(['4', '4', '4']);
  expect(fees('8')).toEqual(['3.75', '4', '4']);
  expect(fees('')).toEqual(['30', '4', '4']);
});

test.each([
  ['a discount', { discount: { by: 'rate', value: '5x' } }],
  ['freight', { freight: '1,2,3' }],
  ['a payment', { paidNow: 'all' }],
  ['cash', { received: '1-2' }],
] as const)('%s that cannot be read leaves every sum of the foot unknown', (_of, typed) => {
  const draft = { ...blankSettlement, ...typed };
  expect(hasUnread(draft)).toBe(true);
  expect(plain(figures(draft).payable)).toBe('100');
  expect(hasUnread(blankSettlement)).toBe(false);
});

describe('the foot of a trade document', () => {
  test.each([
    ['nothing typed: all is paid', {}, '100', '0'],
    ['a discount rate', { discount: { by: 'rate', value: '10' } }, '90', '0'],
    ['a discount amount', { discount: { by: 'amount', value: '15' } }, '85', '0'],
    ['fees and freight are added', { otherFees: '5', freight: '7' }, '112', '0'],
    [
      'services are added, each to the cent',
      {
        services: [
          { serviceId: '1', name: 'Wrap', quantity: '3', fee: '0.335' },
          { serviceId: '2', name: 'Assembly', quantity: '1', fee: '80' },
        ],
      },
      '181.01',
      '0',
    ],
    ['a deposit is not paid again', { depositUsed: '30' }, '70', '0'],
    ['a smaller payment leaves a debt', { paidNow: '40', paidFor: '100' }, '40', '60'],
    ['paid nothing', { paidNow: '0', paidFor: '100' }, '0', '100'],
    [
      'several accounts',
      {
        settlements: [
          { accountId: '1', amount: '30' },
          { accountId: '2', amount: '20' },
        ],
      },
      '50',
      '50',
    ],
  ] as const)('%s', (_, typed, paid, debt) => {
    const { paidNow, debt: owed } = figures({ ...blankSettlement, ...typed });
    expect([plain(paidNow), plain(owed)]).toEqual([paid, debt]);
  });

  test.each([
    ['as far as it reaches', '30', '30', '70'],
    ['no further than what is payable', '130', '100', '0'],
    ['not at all where none is left', '', '0', '100'],
  ])('a deposit that no one typed is used %s', (_, left, used, paid) => {
    const draft = { ...blankSettlement, depositUsed: null };
    const { depositUsed, paidNow, debt } = figuresOf(lines('100'), draft, rules, left);
    expect([depositUsed, paidNow, debt].map(plain)).toEqual([used, paid, '0']);
  });

  test('a typed deposit that is too much is told, and nothing is handed out', () => {
    const draft = { ...blankSettlement, depositUsed: '130' };
    const after = figures(draft);
    expect([plain(after.paidNow), plain(after.debt)]).toEqual(['0', '-30']);
    expect(noticesOf(draft, after)).toEqual(['overpaid']);
  });

  test('the setting that nothing is paid at once makes it all debt', () => {
    const { paidNow, debt } = figures(blankSettlement, lines('100'), { ...rules, payLater: true });
    expect([plain(paidNow), plain(debt)]).toEqual(['0', '100']);
  });

  test('discount rate and amount agree', () => {
    expect(
      plain(figures({ ...blankSettlement, discount: { by: 'amount', value: '15' } }).discountRate),
    ).toBe('15');
  });
});

describe('a typed payment', () => {
  const typed = withPaid(blankSettlement, '40', figures(blankSettlement));

  test('is silent while nothing else changes', () => {
    expect(noticesOf(typed, figures(typed))).toEqual([]);
  });

  test('stays when lines are added, and the foot says so', () => {
    const after = figures(typed, lines('100', '50'));
    expect([plain(after.paidNow), plain(after.debt)]).toEqual(['40', '110']);
    expect(noticesOf(typed, after)).toEqual(['paidKept']);
  });

  test('follows again once it is paid in full', () => {
    const full = paidInFull(typed);
    expect(plain(figures(full, lines('100', '50')).paidNow)).toBe('150');
  });

  test('is too much when lines go', () => {
    const after = figures(typed, lines('30'));
    expect(noticesOf(typed, after)).toEqual(['paidKept', 'overpaid']);
  });

  test('is never changed by lines, and payable = deposit + paid + debt always', () => {
    const anAmount = fc
      .integer({ min: 0, max: 1_000_000 })
      .map((cents) => (cents / 100).toFixed(2));
    fc.assert(
      fc.property(
        fc.array(anAmount, { maxLength: 8 }),
        anAmount,
        anAmount,
        anAmount,
        (amounts, paid, discount, deposit) => {
          const before = {
            ...blankSettlement,
            discount: { by: 'amount' as const, value: discount },
            depositUsed: deposit,
          };
          const draft = withPaid(before, paid, figures(before));
          const after = figures(draft, lines(...amounts));
          expect(after.paidNow.equals(paid)).toBe(true);
          expect(after.depositUsed.plus(after.paidNow).plus(after.debt).equals(after.payable)).toBe(
            true,
          );
        },
      ),
    );
  });
});

describe('several accounts', () => {
  test.each([
    ['one account', [['1', '5']], false],
    [
      'two accounts',
      [
        ['1', '5'],
        ['2', '5'],
      ],
      true,
    ],
    [
      'the same account twice',
      [
        ['1', '5'],
        ['1', '5'],
      ],
      false,
    ],
    [
      'an account without an amount',
      [
        ['1', '5'],
        ['2', ''],
      ],
      false,
    ],
    [
      'an amount without an account',
      [
        ['1', '5'],
        [null, '5'],
      ],
      false,
    ],
  ] as const)('%s', (_, shares, complete) => {
    expect(sharesComplete(shares.map(([accountId, amount]) => ({ accountId, amount })))).toBe(
      complete,
    );
  });

  test('take the place of the one account', () => {
    const draft = withAccounts(
      { ...blankSettlement, accountId: '9' },
      [
        { accountId: '1', amount: '60' },
        { accountId: '2', amount: '40' },
      ],
      figures(blankSettlement),
    );
    expect(draft.accountId).toBeNull();
    expect(plain(figures(draft).debt)).toBe('0');
  });
});

describe('retail', () => {
  const retail: SettlementRules = { ...rules, kind: 'retailOut' };

  test('cash above the sum gives change', () => {
    expect(
      plain(figures({ ...blankSettlement, received: '150' }, lines('100'), retail).change),
    ).toBe('50');
  });

  test('too little cash is said, and makes no debt', () => {
    const draft = { ...blankSettlement, received: '80' };
    const result = figures(draft, lines('100'), retail);
    expect(plain(result.debt)).toBe('0');
    expect(noticesOf(draft, result)).toEqual(['changeMissing']);
  });

  test('nothing typed is exactly the sum', () => {
    expect(plain(figures(blankSettlement, lines('100'), retail).change)).toBe('0');
  });
});

test.each([
  ['retailOut', 'prepaid', '80', null, '80', '10'],
  ['retailOut', 'prepaid', '90', null, '90', '0'],
  ['retailOut', 'prepaid', '120', null, '90', '0'],
  // Not known: the server says whether it is enough.
  ['retailOut', 'prepaid', '', null, '90', '0'],
  ['retailOut', 'now', '80', null, '0', '0'],
  // What comes back goes there whole, until less is typed.
  ['retailBack', 'prepaid', '80', null, '90', '0'],
  ['retailBack', 'prepaid', '', '50', '50', '40'],
  ['retailBack', 'prepaid', '', '', '0', '90'],
  ['retailBack', 'prepaid', '', '100', '90', '0'],
  ['retailOut', 'prepaid', '80', '50', '50', '40'],
  ['retailOut', 'prepaid', '80', '85', '80', '10'],
  ['saleOut', 'prepaid', '80', null, '0', '0'],
] as const)(
  'a %s of 90 paid %s with %s of prepayment and %s typed takes %s of prepayment and %s of cash',
  (kind, payment, prepayment, prepaid, part, rest) => {
    const parts = besidePrepayment({ payment, prepaid }, decimal('90'), prepayment, kind);
    expect([plain(parts.prepaid), plain(parts.rest)]).toEqual([part, rest]);
  },
);
