import { expect, test } from 'vitest';
import { decimal, toPlainDecimal, sum } from '../decimal.ts';
import type { AnyKindCode } from '../document/kindCode.ts';
import { documentKinds } from '../document/kinds.ts';
import { calculatePostings } from '../posting/postings.ts';
import type { LedgerEntry } from '../posting/posting.ts';
import { aDocument, refusalOf } from '../testing.ts';
import {
  broughtTo,
  billOf,
  checkAccounts,
  checkOpenPeriod,
  checkTransfer,
  purseSettledByKind,
  settlingKind,
  showsChange,
} from './settlement.ts';

test.each<[AnyKindCode, string]>([
  ['purchaseIn', 'payable 1'],
  ['purchaseBack', 'payable -1'],
  ['saleOut', 'receivable 1'],
  ['saleBack', 'receivable -1'],
  ['retailOut', 'none'],
  ['saleOrder', 'deposit 1'],
  ['purchaseOrder', 'deposit 1'],
  ['otherIn', 'none'],
  ['moneyIn', 'none'],
  ['depositOut', 'none'],
])('a bill of %s leaves %s', (kind, expected) => {
  const bill = billOf(kind);
  expect(bill === null ? 'none' : `${bill.purse} ${bill.sign}`).toBe(expected);
});

test.each<[AnyKindCode, string | null]>([
  ['moneyIn', 'receivable'],
  ['moneyOut', 'payable'],
  ['depositOut', 'deposit'],
  ['depositIn', 'deposit'],
  ['advanceIn', null],
  ['itemIn', null],
  ['giro', null],
  ['saleOut', null],
])('%s settles %s', (kind, purse) => {
  expect(purseSettledByKind(kind)).toBe(purse);
});

test.each<[AnyKindCode, readonly string[]]>([
  ['moneyIn', ['receivable']],
  ['depositIn', ['deposit']],
  ['depositOut', ['deposit']],
  ['advanceIn', ['prepaid', 'bonus']],
  ['advanceOut', ['prepaid', 'bonus']],
  ['itemIn', []],
  ['openingBalance', []],
  ['openingReceivable', []],
  ['saleOut', []],
  ['retailOut', []],
])('a document of kind %s adds an amount to %j', (kind, purses) => {
  expect(broughtTo(kind)).toEqual(purses);
});

test.each<[AnyKindCode, AnyKindCode | null]>([
  ['saleOut', 'moneyIn'],
  ['saleBack', 'moneyIn'],
  ['openingReceivable', 'moneyIn'],
  ['openingPayable', 'moneyOut'],
  ['purchaseIn', 'moneyOut'],
  ['saleOrder', 'depositOut'],
  ['purchaseOrder', 'depositIn'],
  ['retailOut', null],
  ['transfer', null],
  ['moneyIn', null],
])('open debt of %s is settled by %s', (kind, settling) => {
  expect(settlingKind(kind)).toBe(settling);
});

const paying =
  (
    paidNow: number,
    parts: readonly (readonly [string, number])[],
    payment: 'now' | 'prepaid' = 'now',
  ) =>
  () =>
    checkAccounts(
      { paidNow: decimal(paidNow), payment, digits: 2 },
      parts.map(([accountId, amount]) => ({ accountId, amount: decimal(amount) })),
    );

test.each([
  ['one account', 100, [['a1', 100]], 'now'],
  [
    'two accounts',
    100,
    [
      ['a1', 60],
      ['a2', 40],
    ],
    'now',
  ],
  ['nothing paid, no account', 0, [], 'now'],
  ['nothing paid over an account', 0, [['a1', 0]], 'now'],
  ['all prepaid', 100, [], 'prepaid'],
  ['partly prepaid', 100, [['a1', 30]], 'prepaid'],
] as const)(
  'settlements that match the paid amount are accepted: %s',
  (_what, paidNow, parts, payment) => {
    expect(paying(paidNow, parts, payment)).not.toThrow();
  },
);

test.each([
  ['no account', 100, [], 'now', 'document.accountMissing'],
  [
    'too little',
    100,
    [
      ['a1', 60],
      ['a2', 30],
    ],
    'now',
    'document.accountSplit',
  ],
  ['one account, another amount', 100, [['a1', 60]], 'now', 'document.accountSplit'],
  [
    'an account twice',
    100,
    [
      ['a1', 60],
      ['a1', 40],
    ],
    'now',
    'document.accountTwice',
  ],
  [
    'an account without an amount',
    100,
    [
      ['a1', 100],
      ['a2', 0],
    ],
    'now',
    'document.accountAmount',
  ],
  [
    'an amount below 0',
    100,
    [
      ['a1', 140],
      ['a2', -40],
    ],
    'now',
    'document.accountAmount',
  ],
  ['prepaid, and nothing beside', 100, [['a1', 0]], 'prepaid', 'document.accountAmount'],
  ['prepaid, and more than is due', 100, [['a1', 130]], 'prepaid', 'document.accountSplit'],
] as const)(
  'settlements that do not match the paid amount are refused: %s',
  (_what, paidNow, parts, payment, refusal) => {
    expect(paying(paidNow, parts, payment)).toThrow(refusal);
  },
);

test('a prepayment of 100 less 20 spent leaves 80 prepaid and 100 in the account', () => {
  const recharge = calculatePostings(aDocument('advanceIn'));
  const spend = calculatePostings(
    aDocument('retailOut', {
      lines: [{ quantity: 1, price: 20 }],
      document: { payment: 'prepaid' },
    }),
  );
  const entries = [...recharge.entries, ...spend.entries];
  expect([balance(entries, 'prepaid'), balance(entries, 'account')]).toEqual(['-80', '100']);
});

const balance = (entries: readonly LedgerEntry[], purse: string, id?: string) => {
  const here = (end: LedgerEntry['from']) =>
    end.purse === purse && (id === undefined || end.id === id);
  const signed = entries.flatMap(({ from, to, amount }) => [
    ...(here(to) ? [amount] : []),
    ...(here(from) ? [amount.negated()] : []),
  ]);
  return toPlainDecimal(sum(signed));
};

test('the balance of an account follows from a month of documents', () => {
  const lines = (amount: number) => [{ quantity: 1, price: amount }];
  const documents = [
    aDocument('openingBalance', { money: [{ amount: 100, account: 'a1' }] }),
    aDocument('saleOrder', { paidNow: 50 }),
    aDocument('saleOut', { lines: lines(200) }),
    aDocument('moneyIn', { money: [{ amount: 97, settles: 'd9' }] }),
    aDocument('purchaseIn', { lines: lines(200) }),
    aDocument('giro', { money: [{ amount: 30, account: 'a2' }] }),
    aDocument('itemOut', { money: [{ amount: 10, item: 'i1' }] }),
  ];
  const entries = documents.flatMap((document) => calculatePostings(document).entries);
  expect([balance(entries, 'account', 'a1'), balance(entries, 'account', 'a2')]).toEqual([
    '207',
    '30',
  ]);
});

test('the debt to a supplier follows from the receipt and a discounted payment', () => {
  const lines = [
    { quantity: 10, price: 11, taxRate: 13 },
    { quantity: 3, price: '120.5' },
  ];
  const receipt = aDocument('purchaseIn', {
    lines,
    discountRate: 5,
    otherFees: 20,
    depositUsed: 50,
    paidNow: 200,
  });
  const payment = aDocument('moneyOut', { money: [{ amount: 100, settles: 'd1' }], discount: 3 });
  const bill = calculatePostings(receipt).entries;
  expect([balance(bill, 'payable'), balance(bill, 'account'), balance(bill, 'deposit')]).toEqual([
    '-231.51',
    '-200',
    '-50',
  ]);
  expect(balance([...bill, ...calculatePostings(payment).entries], 'payable')).toBe('-131.51');
  expect(balance(calculatePostings(payment).entries, 'account')).toBe('-97');
});

test.each([
  ['2026-11-21', null, true],
  ['2026-11-01', '2026-10-31', true],
  ['2026-10-31', '2026-10-31', false],
  ['2025-12-31', '2026-10-31', false],
])('the day %s, with the books closed until %s, is open: %s', (day, closedUntil, open) => {
  const refusal = refusalOf(() => checkOpenPeriod(day, closedUntil));
  expect(refusal).toBe(open ? null : 'document.periodClosed');
});

const moved = (kind: AnyKindCode, to: string) => () =>
  checkTransfer(
    kind,
    [{ accountId: null }, { accountId: to }],
    [{ accountId: 'a1', amount: decimal(100) }],
  );

test('money moves between two different accounts only', () => {
  expect(moved('giro', 'a2')).not.toThrow();
  expect(moved('giro', 'a1')).toThrow('money.sameAccount');
  expect(moved('moneyIn', 'a1')).not.toThrow();
});

test.each([
  ['retailOut', '0', true],
  ['retailOut', '4', true],
  ['retailBack', '0', false],
  ['retailBack', '4', true],
  ['retailBack', '-4', true],
] as const)(
  'a document of kind %s with the change %s shows the change: %s',
  (kind, change, shown) => {
    expect(showsChange(documentKinds[kind], decimal(change))).toBe(shown);
  },
);
