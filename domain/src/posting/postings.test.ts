import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ZERO, decimal, toPlainDecimal, sum } from '../decimal.ts';
import type { Decimal } from '../decimal.ts';
import type { Document } from '../document/document.ts';
import { internalKindCodes, kindCodes } from '../document/kindCode.ts';
import type { AnyKindCode } from '../document/kindCode.ts';
import type { DocumentWish, LineWish } from '../testing.ts';
import { aDocument, placeText, purseText } from '../testing.ts';
import type { LedgerEntry, OwedMove } from './posting.ts';
import { isDocumentInForce, owed, calculatePostings } from './postings.ts';

const moveText = ({ quantity, from, to, cost }: OwedMove): string => {
  const value = cost.rule === 'given' ? toPlainDecimal(cost.value) : cost.rule;
  return `${toPlainDecimal(quantity)}: ${placeText(from)} -> ${placeText(to)} at ${value}`;
};
const entryText = ({ amount, from, to }: LedgerEntry): string =>
  `${toPlainDecimal(amount)}: ${purseText(from)} -> ${purseText(to)}`;

const moved = (kind: AnyKindCode, wish?: DocumentWish) =>
  calculatePostings(aDocument(kind, wish)).moves.map(moveText);
const booked = (kind: AnyKindCode, wish?: DocumentWish) =>
  calculatePostings(aDocument(kind, wish)).entries.map(entryText);

test.each<[AnyKindCode, string[]]>([
  ['purchaseRequest', []],
  ['purchaseOrder', []],
  ['purchaseIn', ['10: supplier p1 -> warehouse w1 at 110']],
  ['purchaseBack', ['10: warehouse w1 -> supplier p1 at 110']],
  ['saleOrder', []],
  ['saleOut', ['10: warehouse w1 -> customer p1 at average']],
  ['saleBack', ['10: customer p1 -> warehouse w1 at average']],
  ['retailOut', ['10: warehouse w1 -> customer p1 at average']],
  ['retailBack', ['10: customer p1 -> warehouse w1 at average']],
  ['transfer', ['10: warehouse w1 -> warehouse w2 at none']],
  ['assemble', ['1: workshop -> warehouse w1 at issues', '2: warehouse w1 -> workshop at average']],
  [
    'disassemble',
    ['1: warehouse w1 -> workshop at average', '2: workshop -> warehouse w1 at issues'],
  ],
  ['otherIn', ['10: adjustment -> warehouse w1 at 110']],
  ['otherOut', ['10: warehouse w1 -> adjustment at average']],
  ['stockCount', []],
  ['stockRecount', ['10: adjustment -> warehouse w1 at average']],
  ['openingStock', ['10: opening -> warehouse w1 at 110']],
  ['regrade', ['10: warehouse w1 -> regrade at none', '10: regrade -> warehouse w1 at none']],
  [
    'transferIn',
    ['9: transit w1 -> warehouse w1 at none', '1: transit w1 -> adjustment at average'],
  ],
  ['valueAdjustment', ['0: variance -> warehouse w1 at 110']],
])('%s moves goods %j', (kind, expected) => {
  expect(moved(kind)).toEqual(expected);
});

test.each<[AnyKindCode, string[]]>([
  ['purchaseRequest', []],
  ['purchaseIn', ['110: payable p1 -> inventory', '110: account a1 -> payable p1']],
  ['purchaseBack', ['110: inventory -> payable p1', '110: payable p1 -> account a1']],
  ['saleOut', ['110: sales -> receivable p1', '110: receivable p1 -> account a1']],
  ['saleBack', ['110: receivable p1 -> sales', '110: account a1 -> receivable p1']],
  ['retailOut', ['110: sales -> receivable p1', '110: receivable p1 -> account a1']],
  ['retailBack', ['110: receivable p1 -> sales', '110: account a1 -> receivable p1']],
  ['transfer', []],
  ['otherIn', []],
  ['otherOut', []],
  ['stockCount', []],
  ['stockRecount', []],
  ['assemble', []],
  ['moneyIn', ['100: receivable p1 -> account a1']],
  ['moneyOut', ['100: account a1 -> payable p1']],
  ['depositOut', ['100: account a1 -> deposit p1']],
  ['depositIn', ['100: deposit p1 -> account a1']],
  ['advanceIn', ['100: prepaid p1 -> account a1']],
  ['advanceOut', ['100: account a1 -> prepaid p1']],
  ['itemIn', ['100: item i1 -> account a1']],
  ['itemOut', ['100: account a1 -> item i1']],
  ['giro', ['100: account a1 -> account a2']],
  ['openingStock', ['110: opening -> inventory']],
  ['openingBalance', ['100: opening -> receivable p1']],
  ['openingReceivable', ['100: opening -> receivable p1']],
  ['openingPayable', ['100: payable p1 -> opening']],
  ['regrade', []],
  ['transferIn', []],
  ['valueAdjustment', []],
  ['revaluation', []],
])('%s books %j', (kind, expected) => {
  expect(booked(kind)).toEqual(expected);
});

test.each<[string, AnyKindCode, DocumentWish, string[]]>([
  [
    'an order with a deposit paid',
    'purchaseOrder',
    { paidNow: 50 },
    ['50: account a1 -> deposit p1'],
  ],
  [
    'an order with a deposit received',
    'saleOrder',
    { paidNow: 50 },
    ['50: deposit p1 -> account a1'],
  ],
  [
    'a receipt with everything',
    'purchaseIn',
    {
      lines: [{ taxRate: 13 }],
      discount: 10,
      serviceRate: 0,
      otherFees: 7,
      freight: 3,
      depositUsed: 20,
      paidNow: 60,
    },
    [
      '110: payable p1 -> inventory',
      '14.3: payable p1 -> taxIn',
      '60: account a1 -> payable p1',
      '20: deposit p1 -> payable p1',
    ],
  ],
  [
    'an outbound with everything',
    'saleOut',
    {
      lines: [{ taxRate: 13 }],
      discountRate: 10,
      serviceRate: 10,
      otherFees: 7,
      freight: 3,
      depositUsed: 20,
      paidNow: 60,
    },
    [
      '97.57: sales -> receivable p1',
      '14.3: taxOut -> receivable p1',
      '18.19: fee -> receivable p1',
      '3: freight -> receivable p1',
      '60: receivable p1 -> account a1',
      '20: receivable p1 -> deposit p1',
    ],
  ],
  [
    'an outbound with services: they are fees, and bear no tax',
    'saleOut',
    {
      lines: [{ taxRate: 13 }],
      serviceRate: 10,
      otherFees: 7,
      services: [
        { quantity: 1, fee: 15 },
        { quantity: 3, fee: '2.335' },
      ],
    },
    [
      '110: sales -> receivable p1',
      '14.3: taxOut -> receivable p1',
      '41.44: fee -> receivable p1',
      '165.74: receivable p1 -> account a1',
    ],
  ],
  [
    'prices that hold the tax',
    'saleOut',
    { lines: [{ price: '11.3', taxRate: 13 }], taxMode: 'inclusive', paidNow: 0 },
    ['100: sales -> receivable p1', '13: taxOut -> receivable p1'],
  ],
  [
    'two accounts',
    'saleOut',
    { accounts: { a1: 60, a2: 50 } },
    [
      '110: sales -> receivable p1',
      '60: receivable p1 -> account a1',
      '50: receivable p1 -> account a2',
    ],
  ],
  [
    'a discount beyond the goods',
    'purchaseIn',
    { lines: [{ price: 10, taxRate: 13 }], discount: 113 },
    ['13: payable p1 -> taxIn', '13: discount -> payable p1'],
  ],
  [
    'retail without a member',
    'retailOut',
    { document: { partnerId: null } },
    ['110: sales -> receivable', '110: receivable -> account a1'],
  ],
  [
    'retail from the prepayment',
    'retailOut',
    { document: { payment: 'prepaid' } },
    ['110: sales -> receivable p1', '110: receivable p1 -> prepaid p1'],
  ],
  [
    'retail partly from it',
    'retailOut',
    { accounts: { a1: 30 }, document: { payment: 'prepaid' } },
    [
      '110: sales -> receivable p1',
      '30: receivable p1 -> account a1',
      '80: receivable p1 -> prepaid p1',
    ],
  ],
  [
    'and back to it',
    'retailBack',
    { document: { payment: 'prepaid' } },
    ['110: receivable p1 -> sales', '110: prepaid p1 -> receivable p1'],
  ],
  [
    'retail of which a bonus pays a part',
    'retailOut',
    { accounts: { a1: 30 }, document: { payment: 'prepaid', bonus: decimal(7) } },
    [
      '110: sales -> receivable p1',
      '30: receivable p1 -> account a1',
      '73: receivable p1 -> prepaid p1',
      '7: receivable p1 -> bonus p1',
      '7: bonusGiven -> bonusSpent',
    ],
  ],
  [
    'and back to it, each part where it came from',
    'retailBack',
    { document: { payment: 'prepaid', bonus: decimal(7) } },
    [
      '110: receivable p1 -> sales',
      '103: prepaid p1 -> receivable p1',
      '7: bonus p1 -> receivable p1',
      '7: bonusSpent -> bonusGiven',
    ],
  ],
  [
    'a prepayment with a bonus on top',
    'advanceIn',
    { document: { bonus: decimal(7) } },
    ['100: prepaid p1 -> account a1', '7: bonus p1 -> bonusGiven'],
  ],
  ['an assembly with a fee', 'assemble', { otherFees: 5 }, ['5: fee -> inventory']],
  [
    'a receipt of money with a discount',
    'moneyIn',
    { discount: 3 },
    ['3: receivable p1 -> discount', '97: receivable p1 -> account a1'],
  ],
  [
    'a payment with a discount',
    'moneyOut',
    { discount: 3 },
    ['3: discount -> payable p1', '97: account a1 -> payable p1'],
  ],
  [
    'two accounts pay for three items',
    'itemOut',
    {
      money: [
        { amount: 50, item: 'i1' },
        { amount: 30, item: 'i2' },
        { amount: 20, item: 'i3' },
      ],
      accounts: { a1: 60, a2: 40 },
    },
    [
      '50: account a1 -> item i1',
      '10: account a1 -> item i2',
      '20: account a2 -> item i2',
      '20: account a2 -> item i3',
    ],
  ],
  [
    'a prepayment paid out again',
    'advanceIn',
    { money: [{ amount: -40, account: 'a1' }] },
    ['40: account a1 -> prepaid p1'],
  ],
  [
    'what we owe from before',
    'openingBalance',
    { money: [{ amount: -5 }] },
    ['5: payable p1 -> opening'],
  ],
  [
    'what an account held before',
    'openingBalance',
    { money: [{ amount: 100, account: 'a1' }] },
    ['100: opening -> account a1'],
  ],
  [
    'what it was overdrawn',
    'openingBalance',
    { money: [{ amount: -9, account: 'a1' }] },
    ['9: account a1 -> opening'],
  ],
])('%s', (_what, kind, wish, expected) => {
  expect(booked(kind, wish)).toEqual(expected);
});

const origin = { documentId: 'd0', line: 1 };

test.each<[string, AnyKindCode, DocumentWish, string[]]>([
  [
    'a linked purchase return',
    'purchaseBack',
    { lines: [{ source: origin }] },
    ['10: warehouse w1 -> supplier p1 at origin'],
  ],
  [
    'a linked sales return',
    'saleBack',
    { lines: [{ source: origin }] },
    ['10: customer p1 -> warehouse w1 at origin'],
  ],
  [
    'a receipt from an order',
    'purchaseIn',
    { lines: [{ source: origin }] },
    ['10: supplier p1 -> warehouse w1 at 110'],
  ],
  [
    'boxes of 12',
    'purchaseIn',
    { lines: [{ quantity: 2, ratio: 12, price: 132 }] },
    ['24: supplier p1 -> warehouse w1 at 264'],
  ],
  [
    'a free line beside another',
    'purchaseIn',
    { lines: [{}, { sku: 's2', price: 0 }], freight: 5 },
    ['10: supplier p1 -> warehouse w1 at 115', '10: supplier p1 -> warehouse w1 at 0'],
  ],
  [
    'freight by quantity',
    'purchaseIn',
    { lines: [{}, { price: 0 }], freight: 5, document: { allocateBy: 'quantity' } },
    ['10: supplier p1 -> warehouse w1 at 112.5', '10: supplier p1 -> warehouse w1 at 2.5'],
  ],
  [
    'freight by weight',
    'purchaseIn',
    { lines: [{ weight: 1 }, { weight: 4 }], freight: 5, document: { allocateBy: 'weight' } },
    ['10: supplier p1 -> warehouse w1 at 111', '10: supplier p1 -> warehouse w1 at 114'],
  ],
  [
    'freight by weight that no one entered: by amount',
    'purchaseIn',
    { lines: [{}, { price: 44 }], freight: 5, document: { allocateBy: 'weight' } },
    ['10: supplier p1 -> warehouse w1 at 111', '10: supplier p1 -> warehouse w1 at 444'],
  ],
  [
    'a loss of a count',
    'stockRecount',
    { lines: [{ quantity: -3 }] },
    ['3: warehouse w1 -> adjustment at average'],
  ],
  ['a count that agrees', 'stockRecount', { lines: [{ quantity: 0 }] }, []],
  [
    '13.12: goods that travel lie in transit to where they go',
    'transfer',
    { lines: [{ target: 'w2' }], document: { travels: true } },
    ['10: warehouse w1 -> transit w2 at none'],
  ],
  [
    '13.12: more arrives than was sent',
    'transferIn',
    { lines: [{ quantity: 12 }, { role: 'part', quantity: -2 }] },
    ['12: transit w1 -> warehouse w1 at none', '2: adjustment -> transit w1 at average'],
  ],
  [
    'value taken off',
    'valueAdjustment',
    { lines: [{ quantity: 1, amount: -20 }] },
    ['0: warehouse w1 -> variance at 20'],
  ],
  [
    'two lots',
    'purchaseIn',
    {
      lines: [
        {
          parts: [
            { quantity: 4, lot: 'A' },
            { quantity: 6, lot: 'B' },
          ],
        },
      ],
    },
    ['4: supplier p1 -> warehouse w1 at 44', '6: supplier p1 -> warehouse w1 at 66'],
  ],
  [
    'two bins of one lot',
    'purchaseIn',
    {
      lines: [
        {
          parts: [
            { quantity: 4, lot: 'A', bin: '1' },
            { quantity: 6, lot: 'A', bin: '2' },
          ],
        },
      ],
    },
    ['10: supplier p1 -> warehouse w1 at 110'],
  ],
])('%s', (_what, kind, wish, expected) => {
  expect(moved(kind, wish)).toEqual(expected);
});

test('the parts of a disassembly share its value by typed amounts', () => {
  const document = aDocument('disassemble', {
    lines: [
      { role: 'composite', sku: 'whole', quantity: 1 },
      { role: 'part', sku: 'a', quantity: 2, amount: 30 },
      { role: 'part', sku: 'b', quantity: 5, amount: 70 },
    ],
    otherFees: 10,
  });
  const rules = calculatePostings(document).moves.map(({ cost }) => cost);
  const texts = rules.map((rule) =>
    rule.rule === 'issues'
      ? `${toPlainDecimal(rule.weight)} +${toPlainDecimal(rule.plus)}`
      : rule.rule,
  );
  expect(texts).toEqual(['average', '30 +3', '70 +7']);
});

test.each<[Partial<Document>, boolean]>([
  [{}, true],
  [{ needsApproval: true }, false],
  [{ needsApproval: true, approval: 'approved' }, true],
  [{ approval: 'approved' }, true],
  [{ deleted: true }, false],
])('a document in state %j is in force: %s', (document, expected) => {
  const saved = aDocument('purchaseIn', { document });
  expect(isDocumentInForce(saved)).toBe(expected);
  expect(owed(saved)).toEqual(expected ? calculatePostings(saved) : { moves: [], entries: [] });
});

test('the open debt of a foreign bill is its converted debt, and a paid bill leaves nothing', () => {
  const wish = {
    lines: [
      { price: '3.33', quantity: 1, taxRate: 13 },
      { price: '7.77', quantity: 1 },
    ],
    freight: '1.11',
    exchangeRate: '7.123457',
  };
  const left = (paidNow: number | string) => {
    const { entries } = calculatePostings(aDocument('saleOut', { ...wish, paidNow }));
    return toPlainDecimal(purse(entries, 'receivable'));
  };
  expect(left('12.64')).toBe('0');
  expect(left('0')).toBe('90.04');
  expect(left('2.64')).toBe('71.23');
});

test('a bill settled at a changed rate leaves an exchange difference', () => {
  const wish: DocumentWish = {
    money: [{ amount: 100, settles: 'd9', booked: '700' }],
    exchangeRate: '7.2',
  };
  expect(booked('moneyIn', wish)).toEqual([
    '20: exchange -> receivable p1',
    '720: receivable p1 -> account a1',
  ]);
  expect(booked('moneyOut', wish)).toEqual([
    '20: payable p1 -> exchange',
    '720: account a1 -> payable p1',
  ]);
});

test('a deposit refunded at another rate leaves the books at its booked amount', () => {
  const wish: DocumentWish = {
    money: [{ amount: 60, settles: 'd9', booked: '480' }],
    exchangeRate: 9,
  };
  expect(booked('depositOut', wish)).toEqual([
    '540: account a1 -> deposit p1',
    '60: deposit p1 -> exchange',
  ]);
  expect(booked('depositIn', wish)).toEqual([
    '540: deposit p1 -> account a1',
    '60: exchange -> deposit p1',
  ]);
});

test('the kept part of a deposit is booked at the rate of the day, the order’s part at the earlier rate', () => {
  const wish: DocumentWish = {
    money: [
      { amount: 60, settles: 'd9', booked: '480' },
      { amount: -40, booked: '-360' },
    ],
    exchangeRate: 9,
  };
  expect(booked('depositOut', wish)).toEqual([
    '180: account a1 -> deposit p1',
    '360: receivable p1 -> deposit p1',
    '60: deposit p1 -> exchange',
  ]);
  expect(booked('depositIn', wish)).toEqual([
    '180: deposit p1 -> account a1',
    '360: deposit p1 -> payable p1',
    '60: exchange -> deposit p1',
  ]);
});

test('bills settled together leave the books at their booked amounts, whatever the rounding', () => {
  const wish: DocumentWish = {
    money: [
      { amount: '33.33', settles: 'd8', booked: '36.66' },
      { amount: '33.33', settles: 'd9', booked: '36.66' },
    ],
    exchangeRate: '1.1',
  };
  // 66.66 at 1.1 is 73.33, the bills are 73.32.
  expect(booked('moneyIn', wish)).toEqual([
    '0.01: exchange -> receivable p1',
    '73.33: receivable p1 -> account a1',
  ]);
});

test.each<[AnyKindCode, DocumentWish, readonly string[]]>([
  // 100 taken at 8 and used at 9: the customer has paid 900, the deposit is 800 less.
  [
    'saleOut',
    { exchangeRate: 9, depositBooked: 800 },
    [
      '990: sales -> receivable p1',
      '900: receivable p1 -> deposit p1',
      '100: deposit p1 -> exchange',
    ],
  ],
  [
    'saleOut',
    { exchangeRate: 7, depositBooked: 800 },
    [
      '770: sales -> receivable p1',
      '700: receivable p1 -> deposit p1',
      '100: exchange -> deposit p1',
    ],
  ],
  // At parity, too.
  [
    'saleOut',
    { exchangeRate: 1, depositBooked: 110 },
    [
      '110: sales -> receivable p1',
      '100: receivable p1 -> deposit p1',
      '10: exchange -> deposit p1',
    ],
  ],
  [
    'purchaseIn',
    { exchangeRate: 9, depositBooked: 800 },
    [
      '990: payable p1 -> inventory',
      '900: deposit p1 -> payable p1',
      '100: exchange -> deposit p1',
    ],
  ],
])('%s uses a deposit of 100: %j', (kind, wish, expected) => {
  expect(booked(kind, { depositUsed: 100, paidNow: 0, ...wish })).toEqual(expected);
});

test('a deposit paid over two accounts is worth the converted sum', () => {
  const document = aDocument('saleOrder', {
    exchangeRate: '1.1',
    paidNow: '66.66',
    accounts: { a1: '33.33', a2: '33.33' },
  });
  expect(toPlainDecimal(purse(calculatePostings(document).entries, 'deposit'))).toBe('-73.33');
});

// ------------------------------------------------------------------------------------------------ laws

const purse = (entries: readonly LedgerEntry[], name: string) =>
  sum(
    entries.map(({ from, to, amount }) =>
      (to.purse === name ? amount : ZERO).minus(from.purse === name ? amount : ZERO),
    ),
  );

const cents = fc.integer({ min: 0, max: 100_000 }).map((amount) => String(amount / 100));
const aWish = fc.record({
  lines: fc.array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 50 }),
      price: cents,
      taxRate: fc.constantFrom(0, 6.5, 13),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  discountRate: fc.integer({ min: 0, max: 100 }),
  serviceRate: fc.integer({ min: 0, max: 20 }),
  otherFees: cents,
  freight: cents,
  exchangeRate: fc.constantFrom('1', '7.123457', '0.001'),
  taxMode: fc.constantFrom('exclusive' as const, 'inclusive' as const),
});

test.each([...kindCodes, ...internalKindCodes])(
  '%s: every move and entry has an amount, two ends, and known ids',
  (kind) => {
    fc.assert(
      fc.property(aWish, ({ lines: _lines, ...wish }) => {
        const { moves, entries } = calculatePostings(aDocument(kind, wish));
        for (const { quantity, from, to, cost } of moves) {
          expect(quantity.gt(0) || (cost.rule === 'given' && cost.value.gt(0))).toBe(true);
          expect(placeText(from)).not.toBe(placeText(to));
        }
        for (const { amount, originalAmount, from, to } of entries) {
          expect(amount.gt(0) || (amount.isZero() && originalAmount.gt(0))).toBe(true);
          expect(purseText(from)).not.toBe(purseText(to));
        }
      }),
      { numRuns: 20 },
    );
  },
);

test.each(['purchaseIn', 'purchaseBack'] as const)(
  '%s: the given cost of goods equals the inventory entry (V7, D6)',
  (kind) => {
    fc.assert(
      fc.property(aWish, (wish) => {
        const { moves, entries } = calculatePostings(aDocument(kind, wish));
        const given = sum(moves.map(({ cost }) => (cost.rule === 'given' ? cost.value : ZERO)));
        expect(toPlainDecimal(purse(entries, 'inventory').abs())).toBe(toPlainDecimal(given));
      }),
    );
  },
);

test.each(['purchaseIn', 'purchaseBack', 'saleOut', 'saleBack'] as const)(
  '%s: the debt of a bill is the payable amount less the payment',
  (kind) => {
    fc.assert(
      fc.property(aWish, cents, (wish, paidNow) => {
        const document = aDocument(kind, { ...wish, paidNow });
        const { discount, serviceCharge, otherFees, freight, goodsLines } = document;
        const payable = sum(goodsLines.map(({ total }) => total))
          .minus(discount)
          .plus(serviceCharge)
          .plus(otherFees)
          .plus(freight);
        const debt = payable.minus(paidNow).times(document.exchangeRate).toDecimalPlaces(2, 4);
        const sign = kind === 'saleOut' || kind === 'purchaseBack' ? 1 : -1;
        const { entries } = calculatePostings(document);
        expect(toPlainDecimal(purse(entries, 'receivable').plus(purse(entries, 'payable')))).toBe(
          toPlainDecimal(debt.times(sign)),
        );
      }),
    );
  },
);

test('the stock follows from every kind of goods movement', () => {
  const one = (quantity: number): LineWish => ({ quantity });
  const documents = [
    aDocument('openingStock', { lines: [one(5)] }),
    aDocument('purchaseIn', { lines: [one(10)] }),
    aDocument('saleOut', { lines: [one(4)] }),
    aDocument('saleBack', { lines: [one(1)] }),
    aDocument('transfer', { lines: [{ quantity: 3, target: 'w2' }] }),
    aDocument('assemble', {
      lines: [
        { role: 'composite', quantity: 2 },
        { role: 'part', sku: 'other', quantity: 2 },
      ],
    }),
    aDocument('assemble', {
      lines: [
        { role: 'composite', sku: 'other', quantity: 2 },
        { role: 'part', quantity: 1 },
      ],
    }),
    aDocument('otherOut', { lines: [one(1)] }),
    aDocument('stockRecount', { lines: [one(-1)] }),
  ];
  const moves = documents.flatMap((document) => calculatePostings(document).moves);
  const held = (place: string) =>
    toPlainDecimal(
      sum(
        moves
          .filter(({ skuId }) => skuId === 's1')
          .flatMap(({ from, to, quantity }) => [
            ...(placeText(to) === place ? [quantity] : []),
            ...(placeText(from) === place ? [quantity.negated()] : []),
          ]),
      ),
    );
  expect([held('warehouse w1'), held('warehouse w2')]).toEqual(['8', '3']);
});

test.each(['itemIn', 'itemOut', 'giro'] as const)(
  '%s of several lines in another currency moves its converted sum, and its lines share the cents',
  (kind) => {
    const money = ['0.35', '0.35', '0.35'].map((amount) =>
      kind === 'giro' ? { amount, account: 'a2' } : { amount, item: 'i1' },
    );
    const { entries } = calculatePostings(aDocument(kind, { money, exchangeRate: '7.15' }));
    expect(entries).toHaveLength(3);
    expect(toPlainDecimal(sum(entries.map(({ amount }) => amount)))).toBe('7.51');
    expect(toPlainDecimal(sum(entries.map(({ originalAmount }) => originalAmount)))).toBe('1.05');
  },
);

test('a kit moves parts like lines of the parts, with the stock types of the line', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<AnyKindCode>('saleOut', 'saleBack', 'retailOut', 'retailBack'),
      fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 900 }),
      fc.integer({ min: 0, max: 900 }),
      (kind, each, formal, gifts) => {
        const allocated = (times: Decimal) =>
          [
            { quantity: times.times(formal), stockType: 'formal' as const },
            { quantity: times.times(gifts), stockType: 'gift' as const },
          ].filter(({ quantity }) => quantity.gt(0));
        const source = { documentId: 'd0', line: 1 };
        const wish = { quantity: formal + gifts, parts: allocated(decimal(1)), source };
        const plain = aDocument(kind, { lines: [{ ...wish, sku: 'kit' }] });
        const parts = each.map((thousandths, at) => ({
          skuId: `part${at}`,
          quantity: decimal(thousandths).dividedBy(1000),
        }));
        const goodsLines = plain.goodsLines.map((line) => ({ ...line, parts }));
        const moves = owed({ ...plain, goodsLines }).moves;
        const single = each.flatMap((thousandths, at) => {
          const times = decimal(thousandths).dividedBy(1000);
          const quantity = times.times(wish.quantity);
          const line = { sku: `part${at}`, quantity, parts: allocated(times) };
          return owed(aDocument(kind, { lines: [{ ...line, source }] })).moves;
        });
        const told = (move: OwedMove) => `${move.skuId} ${move.stockType} ${moveText(move)}`;
        expect(moves.map(told)).toEqual(single.map(told));
        expect(moves.every(({ kitSkuId, line }) => kitSkuId === 'kit' && line === 1)).toBe(true);
        expect(owed({ ...plain, goodsLines }).entries).toEqual(owed(plain).entries);
      },
    ),
  );
});
