import { decimal, toPlainDecimal } from '@tradehouse/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  besidePrepayment,
  blankSettlement,
  computeSettlementFigures,
  hasUnread,
  isServiceComplete,
  collectSettlementNotices,
  paidInFull,
  servicesAt,
  settlementInCurrency,
  sharesComplete,
  withAccounts,
  withPaid,
} from './settlement.ts';
import type { SettlementDraft, SettlementRules } from './settlement.ts';
import { pricing } from './testPricing.ts';

const rules: SettlementRules = {
  kind: 'saleOut',
  pricing,
  payLater: false,
};
const lines = (...amounts: readonly string[]) =>
  amounts.map((amount) => ({
    quantity: decimal(1),
    taxRate: decimal(0),
    pricedBy: 'unitPrice' as const,
    given: decimal(amount),
  }));
const figures = (draft: SettlementDraft, of = lines('100'), by = rules) =>
  computeSettlementFigures(of, draft, by);

test('an amount typed with a sign is read after a change to the currency of the sign', () => {
  const texts = {
    discount: { by: 'amount', value: '$1' },
    otherFees: '$2.50',
    freight: '$5',
    paidNow: '€5',
    received: '1,234',
  } as const;
  const draft = { ...blankSettlement, ...texts };
  expect(hasUnread(draft)).toBe(true);
  const { paidNow, received, ...read } = settlementInCurrency(draft, 'USD');
  expect(read).toMatchObject({
    discount: { by: 'amount', value: '1' },
    otherFees: '2.5',
    freight: '5',
  });
  expect({ paidNow, received }).toEqual({ paidNow: '€5', received: '1,234' });
  const foot = settlementInCurrency({ ...blankSettlement, freight: '$5' }, 'USD');
  expect(foot.freight).toBe('5');
  expect(hasUnread(foot)).toBe(false);
  expect(settlementInCurrency(draft, 'CNY')).toEqual(draft);
});

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
  ['freight in another currency', { freight: '$5' }],
] as const)('%s with unreadable text leaves every sum below the lines unknown', (_of, typed) => {
  const draft = { ...blankSettlement, ...typed };
  expect(hasUnread(draft)).toBe(true);
  expect(toPlainDecimal(figures(draft).payable)).toBe('100');
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
    expect([toPlainDecimal(paidNow), toPlainDecimal(owed)]).toEqual([paid, debt]);
  });

  test.each([
    ['as far as it reaches', '30', '30', '70'],
    ['no further than what is payable', '130', '100', '0'],
    ['not at all where none is left', '', '0', '100'],
  ])('an untyped deposit is used %s', (_, left, used, paid) => {
    const draft = { ...blankSettlement, depositUsed: null };
    const { depositUsed, paidNow, debt } = computeSettlementFigures(
      lines('100'),
      draft,
      rules,
      left,
    );
    expect([depositUsed, paidNow, debt].map(toPlainDecimal)).toEqual([used, paid, '0']);
  });

  test('a typed deposit above the limit is reported, and nothing is paid out', () => {
    const draft = { ...blankSettlement, depositUsed: '130' };
    const after = figures(draft);
    expect([toPlainDecimal(after.paidNow), toPlainDecimal(after.debt)]).toEqual(['0', '-30']);
    expect(collectSettlementNotices(draft, after)).toEqual(['overpaid']);
  });

  test('the setting for later payment turns the whole amount into debt', () => {
    const { paidNow, debt } = figures(blankSettlement, lines('100'), { ...rules, payLater: true });
    expect([toPlainDecimal(paidNow), toPlainDecimal(debt)]).toEqual(['0', '100']);
  });

  test('a discount amount gives the discount rate in percent', () => {
    expect(
      toPlainDecimal(
        figures({ ...blankSettlement, discount: { by: 'amount', value: '15' } }).discountRate,
      ),
    ).toBe('15');
  });
});

describe('a typed payment', () => {
  const typed = withPaid(blankSettlement, '40', figures(blankSettlement));

  test('shows no notice while nothing else changes', () => {
    expect(collectSettlementNotices(typed, figures(typed))).toEqual([]);
  });

  test('is kept when lines are added, and the foot shows a notice', () => {
    const after = figures(typed, lines('100', '50'));
    expect([toPlainDecimal(after.paidNow), toPlainDecimal(after.debt)]).toEqual(['40', '110']);
    expect(collectSettlementNotices(typed, after)).toEqual(['paidKept']);
  });

  test('follows the lines again after choosing payment in full', () => {
    const full = paidInFull(typed);
    expect(toPlainDecimal(figures(full, lines('100', '50')).paidNow)).toBe('150');
  });

  test('is reported as an overpayment when lines are removed', () => {
    const after = figures(typed, lines('30'));
    expect(collectSettlementNotices(typed, after)).toEqual(['paidKept', 'overpaid']);
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

  test('replace the single account', () => {
    const draft = withAccounts(
      { ...blankSettlement, accountId: '9' },
      [
        { accountId: '1', amount: '60' },
        { accountId: '2', amount: '40' },
      ],
      figures(blankSettlement),
    );
    expect(draft.accountId).toBeNull();
    expect(toPlainDecimal(figures(draft).debt)).toBe('0');
  });
});

describe('retail', () => {
  const retail: SettlementRules = { ...rules, kind: 'retailOut' };

  test('cash above the sum gives change', () => {
    expect(
      toPlainDecimal(figures({ ...blankSettlement, received: '150' }, lines('100'), retail).change),
    ).toBe('50');
  });

  test('too little cash is reported, and makes no debt', () => {
    const draft = { ...blankSettlement, received: '80' };
    const result = figures(draft, lines('100'), retail);
    expect(toPlainDecimal(result.debt)).toBe('0');
    expect(collectSettlementNotices(draft, result)).toEqual(['changeMissing']);
  });

  test('an empty cash field means exact payment', () => {
    expect(toPlainDecimal(figures(blankSettlement, lines('100'), retail).change)).toBe('0');
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
    expect([toPlainDecimal(parts.prepaid), toPlainDecimal(parts.rest)]).toEqual([part, rest]);
  },
);

test.each(['$50', '1,234', '5x'])(
  '%s as an amount closes the dialogs of shares and services',
  (text) => {
    const share = (accountId: string, amount: string) => ({ accountId, amount });
    expect(sharesComplete([share('1', text), share('2', '10')])).toBe(false);
    expect(sharesComplete([share('1', '50'), share('2', '10')])).toBe(true);
    const service = { serviceId: '1', name: 'Wrap', quantity: '1', fee: '4' };
    expect(isServiceComplete({ ...service, fee: text })).toBe(false);
    expect(isServiceComplete({ ...service, quantity: text })).toBe(false);
    expect(isServiceComplete(service)).toBe(true);
  },
);
