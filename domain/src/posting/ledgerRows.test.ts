import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Decimal } from '../decimal.ts';
import { ZERO, decimal, toPlainDecimal, rounded, sum } from '../decimal.ts';
import type { Document } from '../document/document.ts';
import type { AnyKindCode } from '../document/kindCode.ts';
import type { OriginOf, SkuCost } from '../stock/cost.ts';
import { nothingHeld } from '../stock/cost.ts';
import type { DocumentWish } from '../testing.ts';
import { aDocument, placeText, purseText, total } from '../testing.ts';
import { NO_LINE, calculatePostingDifference } from './difference.ts';
import { ledgerRows, skusOfDifference } from './ledgerRows.ts';
import { stockCrossingOf } from './places.ts';
import type { PostedRows, PostedEntry, PostedMove } from './posting.ts';
import { owed } from './postings.ts';

/** Books in memory: what each document has posted, and what each SKU is worth. */
class Books {
  private readonly byDocument = new Map<string, PostedRows>();
  private readonly documents = new Map<string, Document>();
  costs: ReadonlyMap<string, SkuCost> = new Map();

  /** Posts a document as it stands now; answers what that appended. */
  post(document: Document): PostedRows {
    const before = this.posted(document.id);
    const was = this.documents.get(document.id);
    this.documents.set(document.id, document);
    const rows = ledgerRows(
      calculatePostingDifference(owed(document), before, document, was && owed(was).moves),
      before,
      this.costs,
      this.originOf,
    );
    this.byDocument.set(document.id, {
      moves: [...before.moves, ...rows.moves],
      entries: [...before.entries, ...rows.entries],
    });
    this.costs = rows.costs;
    return rows;
  }

  posted = (id: string): PostedRows => this.byDocument.get(id) ?? { moves: [], entries: [] };
  moves = (): PostedMove[] => [...this.byDocument.values()].flatMap(({ moves }) => moves);
  entries = (): PostedEntry[] => [...this.byDocument.values()].flatMap(({ entries }) => entries);

  private readonly originOf: OriginOf = (id, line) => {
    const rows = this.posted(id).moves.filter((move) => move.line === line);
    const first = rows[0];
    if (first === undefined) return undefined;
    const net = (of: 'quantity' | 'value') =>
      sum(
        rows.map((row) =>
          stockCrossingOf(row) === stockCrossingOf(first) ? row[of] : row[of].negated(),
        ),
      );
    return { quantity: net('quantity'), value: net('value') };
  };

  held(skuId = 's1'): string[] {
    const { quantity, value } = this.costs.get(skuId) ?? nothingHeld;
    return [toPlainDecimal(quantity), toPlainDecimal(value)];
  }

  /** Everything that a total can show, as text: places per SKU, purses, and the value per SKU. */
  totals(): Record<string, string> {
    const totals = new Map<string, Decimal>();
    const add = (key: string, amount: Decimal) =>
      totals.set(key, (totals.get(key) ?? ZERO).plus(amount));
    for (const { skuId, lot, stockType, from, to, quantity } of this.moves()) {
      add(`${skuId} ${lot} ${stockType} ${placeText(from)}`, quantity.negated());
      add(`${skuId} ${lot} ${stockType} ${placeText(to)}`, quantity);
    }
    for (const { from, to, amount } of this.entries()) {
      add(purseText(from), amount.negated());
      add(purseText(to), amount);
    }
    for (const [skuId, { value }] of this.costs) add(`value of ${skuId}`, value);
    const shown = [...totals].filter(([, amount]) => !amount.isZero());
    return Object.fromEntries(
      shown.map(([key, amount]) => [key, toPlainDecimal(amount)] as const).toSorted(),
    );
  }
}

const moveText = ({ line, quantity, from, to, value }: PostedMove) =>
  `${line}| ${toPlainDecimal(quantity)}: ${placeText(from)} -> ${placeText(to)} at ${toPlainDecimal(value)}`;
const entryText = ({ amount, from, to }: PostedEntry) =>
  `${toPlainDecimal(amount)}: ${purseText(from)} -> ${purseText(to)}`;
const shown = ({ moves, entries }: PostedRows) => [
  ...moves.map(moveText),
  ...entries.map(entryText),
];

const doc = (
  id: string,
  kind: AnyKindCode,
  wish: DocumentWish = {},
  own: Partial<Document> = {},
): Document => aDocument(kind, { paidNow: 0, ...wish, document: { id, ...wish.document, ...own } });
const deleted = (document: Document): Document => ({ ...document, deleted: true });

const bought = (quantity = 10, price: number | string = 11, id = 'in') =>
  doc(id, 'purchaseIn', { lines: [{ quantity, price }] });
const sold = (quantity = 4, id = 'out') => doc(id, 'saleOut', { lines: [{ quantity, price: 20 }] });

/** A document of a day of March. */
const on = (day: number, document: Document): Document => ({
  ...document,
  businessDate: `2026-03-${String(day).padStart(2, '0')}`,
});
const datedText = ({ businessDate, ...move }: PostedMove) =>
  `${businessDate.slice(-2)}| ${moveText({ businessDate, ...move })}`;

// ------------------------------------------------------------------------------------------------ first posting

test('ledger rows of a purchase and a sale include cost of sales', () => {
  const books = new Books();
  expect(shown(books.post(bought()))).toEqual([
    '1| 10: supplier p1 -> warehouse w1 at 110',
    '110: payable p1 -> inventory',
  ]);
  expect(shown(books.post(sold()))).toEqual([
    '1| 4: warehouse w1 -> customer p1 at 44',
    '80: sales -> receivable p1',
    '44: inventory -> costOfSales',
  ]);
  expect(books.held()).toEqual(['6', '66']);
});

test.each<[string, AnyKindCode, DocumentWish, string[]]>([
  [
    'a purchase return at another price leaves a variance',
    'purchaseBack',
    { lines: [{ quantity: 2, price: 12 }] },
    ['1| 2: warehouse w1 -> supplier p1 at 24', '24: inventory -> payable p1'],
  ],
  [
    'a linked one leaves at what it came in at',
    'purchaseBack',
    { lines: [{ quantity: 2, price: 12, source: { documentId: 'in', line: 1 } }] },
    [
      '1| 2: warehouse w1 -> supplier p1 at 22',
      '24: inventory -> payable p1',
      '2: costOfSales -> inventory',
    ],
  ],
  [
    'goods found are a gain',
    'otherIn',
    { lines: [{ quantity: 1, price: 5 }] },
    ['1| 1: adjustment -> warehouse w1 at 5', '5: costOfSales -> inventory'],
  ],
  [
    'goods used up are a loss',
    'otherOut',
    { lines: [{ quantity: 1 }] },
    ['1| 1: warehouse w1 -> adjustment at 11', '11: inventory -> costOfSales'],
  ],
  [
    'a count that misses two',
    'stockRecount',
    { lines: [{ quantity: -2 }] },
    ['1| 2: warehouse w1 -> adjustment at 22', '22: inventory -> costOfSales'],
  ],
  [
    'a transfer books nothing',
    'transfer',
    { lines: [{ quantity: 3, target: 'w2' }] },
    ['1| 3: warehouse w1 -> warehouse w2 at 0'],
  ],
  [
    'value taken off',
    'valueAdjustment',
    { lines: [{ amount: -10 }] },
    ['1| 0: warehouse w1 -> variance at 10', '10: inventory -> costOfSales'],
  ],
  [
    'opening stock',
    'openingStock',
    { lines: [{ quantity: 5, price: 2 }] },
    ['1| 5: opening -> warehouse w1 at 10', '10: opening -> inventory'],
  ],
  [
    'an assembly is worth its parts and its fee',
    'assemble',
    {
      lines: [
        { role: 'composite', sku: 'whole', quantity: 1 },
        { role: 'part', quantity: 2 },
      ],
      otherFees: 3,
    },
    [
      '1| 1: workshop -> warehouse w1 at 25',
      '2| 2: warehouse w1 -> workshop at 22',
      '3: fee -> inventory',
    ],
  ],
])('%s', (_what, kind, wish, expected) => {
  const books = new Books();
  books.post(bought());
  expect(shown(books.post(doc('d', kind, wish)))).toEqual(expected);
});

test('a receipt into stock below zero sends the difference to the cost of sales', () => {
  const books = new Books();
  books.post(bought(10, 10));
  books.post(sold(15));
  expect(shown(books.post(bought(10, 12, 'in2')))).toEqual([
    '1| 10: supplier p1 -> warehouse w1 at 120',
    '0| 0: warehouse w1 -> variance at 10',
    '120: payable p1 -> inventory',
    '10: inventory -> costOfSales',
  ]);
  expect(books.held()).toEqual(['5', '60']);
});

// ------------------------------------------------------------------------------------------------ changes

test('posting a document twice appends nothing', () => {
  const books = new Books();
  books.post(bought());
  expect(shown(books.post(bought()))).toEqual([]);
});

test('a reduced sale returns its share of cost, and an increased sale takes the current average cost', () => {
  const books = new Books();
  books.post(bought(10, 10));
  books.post(sold(4));
  books.post(bought(6, 30, 'in2'));
  expect(shown(books.post(sold(3)))).toEqual([
    '1| 1: customer p1 -> warehouse w1 at 10',
    '20: receivable p1 -> sales',
    '10: costOfSales -> inventory',
  ]);
  expect(shown(books.post(sold(5))).slice(0, 1)).toEqual([
    '1| 2: warehouse w1 -> customer p1 at 38.461538',
  ]);
});

test('a receipt at a changed price is reversed and posted again; the share of sold goods goes to cost of sales', () => {
  const books = new Books();
  books.post(bought(10, 10));
  books.post(sold(4));
  expect(shown(books.post(bought(10, 11)))).toEqual([
    '1| 10: warehouse w1 -> supplier p1 at 100',
    '1| 10: supplier p1 -> warehouse w1 at 110',
    '0| 0: warehouse w1 -> variance at 4',
    '10: payable p1 -> inventory',
    '4: inventory -> costOfSales',
  ]);
  expect(books.held()).toEqual(['6', '66']);
});

test.each<[string, number, string[], string[]]>([
  // 10 at 10 and 10 at 20: a piece is worth 15, and the freight of 50 is 5 for each of the first ten.
  ['nothing is sold', 0, ['20', '350'], []],
  ['ten are sold, so ten may be those', 10, ['10', '200'], []],
  ['fifteen are sold', 15, ['5', '100'], ['25: inventory -> costOfSales']],
  ['all are sold', 20, ['0', '0'], ['50: inventory -> costOfSales']],
])('freight comes late, %s', (_when, quantity, held, costs) => {
  const books = new Books();
  books.post(bought(10, 10));
  books.post(bought(10, 20, 'in2'));
  if (quantity > 0) books.post(sold(quantity));
  const freighted = doc('in', 'purchaseIn', { lines: [{ quantity: 10, price: 10 }], freight: 50 });
  const { entries } = books.post(freighted);
  expect([books.held(), entries.map(entryText)]).toEqual([
    held,
    ['50: payable p1 -> inventory', ...costs],
  ]);
  // Found to be wrong, it goes as it came.
  books.post(bought(10, 10));
  expect(books.held()).toEqual([
    toPlainDecimal(decimal(20 - quantity)),
    toPlainDecimal(decimal(300 - 15 * quantity)),
  ]);
});

test('late freight on several lines of a SKU is limited to the total stock of the SKU', () => {
  const lines = [
    { quantity: 6, price: 10 },
    { line: 2, quantity: 4, price: 10 },
  ];
  const books = new Books();
  books.post(doc('in', 'purchaseIn', { lines }));
  books.post(sold(5));
  expect(shown(books.post(doc('in', 'purchaseIn', { lines, freight: 10 }))).slice(4)).toEqual([
    '0| 0: warehouse w1 -> variance at 5',
    '10: payable p1 -> inventory',
    '5: inventory -> costOfSales',
  ]);
  expect(books.held()).toEqual(['5', '55']);
});

test('removing a line of a receipt with freight posts all of the freight again', () => {
  const books = new Books();
  const line = { quantity: 5, price: 10 };
  books.post(doc('in', 'purchaseIn', { lines: [line, { ...line, line: 2 }] }));
  books.post(sold(4));
  books.post(doc('in', 'purchaseIn', { lines: [line], freight: 10 }));
  expect(books.held()).toEqual(['1', '12']);
});

test('a changed date moves all of the posting to the new day', () => {
  const books = new Books();
  books.post(bought());
  const rows = books.post({ ...bought(), businessDate: '2026-11-01' });
  expect(rows.moves.map(({ businessDate }) => businessDate)).toEqual(['2026-11-21', '2026-11-01']);
  expect(rows.entries.map((entry) => `${entry.businessDate} ${entryText(entry)}`)).toEqual([
    '2026-11-21 110: inventory -> payable p1',
    '2026-11-01 110: payable p1 -> inventory',
  ]);
});

test.each<[string, string[], string[], string[]]>([
  ['one sold less', ['A', 'B'], ['A'], ['1: customer p1 -> warehouse w1 B']],
  ['one more', ['A'], ['A', 'B'], ['1: warehouse w1 -> customer p1 B']],
  [
    'one for another',
    ['A', 'B'],
    ['A', 'C'],
    ['1: customer p1 -> warehouse w1 B', '1: warehouse w1 -> customer p1 C'],
  ],
  [
    'two for one other',
    ['A', 'B'],
    ['C'],
    ['2: customer p1 -> warehouse w1 A,B', '1: warehouse w1 -> customer p1 C'],
  ],
  ['in another order', ['A', 'B'], ['B', 'A'], []],
])('serials: %s', (_what, before, after, expected) => {
  const selling = (serials: string[]) =>
    doc('out', 'saleOut', {
      lines: [{ quantity: serials.length, parts: [{ quantity: serials.length, serials }] }],
    });
  const books = new Books();
  books.post(selling(before));
  const { moves } = books.post(selling(after));
  const texts = moves.map(
    ({ quantity, from, to, serials }) =>
      `${toPlainDecimal(quantity)}: ${placeText(from)} -> ${placeText(to)} ${serials.join(',')}`,
  );
  expect(texts).toEqual(expected);
});

test('a return linked later, or to a different sale, is revalued at the cost of its sale', () => {
  const books = new Books();
  const back = (source: string | null) =>
    doc('back', 'saleBack', {
      lines: [{ quantity: 2, source: source === null ? null : { documentId: source, line: 1 } }],
    });
  books.post(bought(10, 10, 'a'));
  books.post(sold(4, 'first'));
  books.post(bought(6, 20, 'b'));
  books.post(sold(6, 'second'));
  books.post(back(null));
  expect(books.held()).toEqual(['8', '120']);
  books.post(back('first'));
  expect(books.held()).toEqual(['8', '110']);
  books.post(back('second'));
  expect(books.held()).toEqual(['8', '120']);
  expect(books.post(back('second')).moves).toEqual([]);
});

test('returned serials can be sold again', () => {
  const selling = (serials: string[]) =>
    doc('out', 'saleOut', {
      lines: [{ quantity: serials.length, parts: [{ quantity: serials.length, serials }] }],
    });
  const books = new Books();
  for (const serials of [['A', 'B'], ['A'], ['A', 'B']]) books.post(selling(serials));
  expect(
    books
      .post(deleted(selling(['A', 'B'])))
      .moves.flatMap(({ serials }) => serials)
      .toSorted(),
  ).toEqual(['A', 'B']);
});

test('a changed warehouse moves the goods back before moving them to the new warehouse', () => {
  const books = new Books();
  books.post(bought());
  const elsewhere = doc('in', 'purchaseIn', { lines: [{ warehouse: 'w2' }] });
  expect(books.post(elsewhere).moves.map(moveText)).toEqual([
    '1| 10: warehouse w1 -> supplier p1 at 110',
    '1| 10: supplier p1 -> warehouse w2 at 110',
  ]);
});

const made = (parts: number, otherFees = 0) =>
  doc('a', 'assemble', {
    lines: [
      { role: 'composite', sku: 'whole', quantity: 1 },
      { role: 'part', quantity: parts },
    ],
    otherFees,
  });

test('a changed assembly is rebuilt at the cost of its parts', () => {
  const books = new Books();
  books.post(bought());
  books.post(made(2));
  books.post(made(3));
  expect([books.held('whole'), books.held()]).toEqual([
    ['1', '33'],
    ['7', '77'],
  ]);
  books.post(deleted(made(3)));
  expect([books.held('whole'), books.held()]).toEqual([
    ['0', '0'],
    ['10', '110'],
  ]);
});

test('an assembly with a changed fee is worth its parts and the new fee', () => {
  const books = new Books();
  books.post(bought());
  books.post(made(2, 3));
  books.post(made(2, 1));
  expect([books.held('whole'), books.held()]).toEqual([
    ['1', '23'],
    ['8', '88'],
  ]);
  expect(shown(books.post(made(2, 1)))).toEqual([]);
});

test('repricing a single part of a disassembly shares the cost again', () => {
  const parted = (price: number) =>
    doc('a', 'disassemble', {
      lines: [
        { role: 'composite', quantity: 2 },
        { role: 'part', sku: 'top', quantity: 1, price },
        { role: 'part', sku: 'base', quantity: 1, price: 1 },
      ],
    });
  const books = new Books();
  books.post(bought());
  books.post(parted(1));
  books.post(parted(10));
  expect([books.held('top'), books.held('base'), books.held()]).toEqual([
    ['1', '20'],
    ['1', '2'],
    ['8', '88'],
  ]);
});

test('an undone assembly returns its parts before new parts are taken', () => {
  const books = new Books();
  books.post(bought(2, 10));
  books.post(made(2));
  books.post(bought(2, 30, 'in2'));
  books.post(made(3));
  expect([books.held('whole'), books.held()]).toEqual([
    ['1', '60'],
    ['1', '20'],
  ]);
});

test('deleting a receipt whose goods were mixed and sold leaves no value without goods', () => {
  const books = new Books();
  books.post(bought(10, 10));
  books.post(bought(10, 20, 'in2'));
  books.post(sold(10));
  expect(shown(books.post(deleted(bought(10, 10)))).slice(0, 2)).toEqual([
    '1| 10: warehouse w1 -> supplier p1 at 100',
    '0| 0: warehouse w1 -> variance at 50',
  ]);
  expect(books.held()).toEqual(['0', '0']);
});

test('a document unapproved and approved again restores the books', () => {
  const books = new Books();
  books.post(bought(10, 10));
  books.post(bought(10, 20, 'in2'));
  books.post(sold(10));
  const before = books.totals();
  const draft = { ...bought(10, 10), needsApproval: true };
  books.post(draft);
  expect(shown(books.post(draft))).toEqual([]);
  books.post({ ...draft, approval: 'approved' });
  expect(books.totals()).toEqual(before);
});

test('a change of money alone moves no goods', () => {
  const books = new Books();
  books.post(sold());
  const { moves, entries } = books.post(
    doc('out', 'saleOut', { lines: [{ quantity: 4, price: 20 }], paidNow: 30 }),
  );
  expect([moves, entries.map(entryText)]).toEqual([[], ['30: receivable p1 -> account a1']]);
});

test('a discount posted earlier as an expense becomes less revenue when the sale is saved again', () => {
  const sale = doc('out', 'saleOut', { lines: [{ quantity: 4, price: 20 }], discount: 5 });
  const [earned] = owed(sale).entries;
  if (earned === undefined) throw new Error('a sale earns nothing');
  const entry = { ...earned, businessDate: sale.businessDate, currency: sale.currency };
  const five = { amount: decimal('5'), originalAmount: decimal('5') };
  const asBefore: PostedEntry[] = [
    { ...entry, amount: decimal('80'), originalAmount: decimal('80') },
    { ...entry, ...five, from: entry.to, to: { purse: 'discount', id: '0' } },
  ];
  const { entries } = calculatePostingDifference(
    owed(sale),
    { moves: [], entries: asBefore },
    sale,
  );
  expect(entries.map(entryText).toSorted()).toEqual([
    '5: discount -> receivable p1',
    '5: receivable p1 -> sales',
  ]);
});

describe('an edit of rate, currency and amount at once', () => {
  const paid = (quantity: number, exchangeRate: string, own: Partial<Document> = {}) =>
    doc(
      'in',
      'purchaseIn',
      { lines: [{ quantity, price: 1 }], exchangeRate, paidNow: quantity },
      own,
    );
  const accountOf = (books: Books, currency: string) => {
    const own = books.entries().filter((entry) => entry.currency === currency);
    const of = (name: 'amount' | 'originalAmount') =>
      total(own, (entry) =>
        entry.from.purse === 'account' ? entry[name].negated() : sideOf(entry, entry[name]),
      );
    return [toPlainDecimal(of('amount')), toPlainDecimal(of('originalAmount'))];
  };
  const sideOf = ({ to }: PostedEntry, amount: Decimal) => (to.purse === 'account' ? amount : ZERO);

  test.each<[string, Document, readonly string[], readonly string[]]>([
    // what it becomes → what the account gave, in the books and on paper
    ['80 at 10', paid(80, '10'), ['-800', '-80'], ['0', '0']],
    ['70 at 10, the same in the books', paid(70, '10'), ['-700', '-70'], ['0', '0']],
    ['120 at 5', paid(120, '5'), ['-600', '-120'], ['0', '0']],
    ['700 dollars at 1', paid(700, '1', { currency: 'USD' }), ['0', '0'], ['-700', '-700']],
    ['deleted', { ...paid(100, '7'), deleted: true }, ['0', '0'], ['0', '0']],
  ])('100 euros at 7 become %s', (_, after, euros, dollars) => {
    const books = new Books();
    books.post(paid(100, '7'));
    books.post(after);
    expect([accountOf(books, 'EUR'), accountOf(books, 'USD')]).toEqual([euros, dollars]);
    for (const { amount, originalAmount } of books.entries()) {
      expect(amount.gt(0)).toBe(true);
      expect(originalAmount.gte(0)).toBe(true);
    }
    expect(shown(books.post(after))).toEqual([]);
  });
});

test('an amount of 0.00 in the own currency keeps its entry, and an edit or a deletion reverses the entry', () => {
  const income = (amount: number, exchangeRate: string): Document =>
    doc('income', 'itemIn', { money: [{ amount, item: 'i1' }], exchangeRate }, { currency: 'VND' });
  const texts = ({ entries }: PostedRows) =>
    entries.map((entry) => `${toPlainDecimal(entry.originalAmount)} VND, ${entryText(entry)}`);
  const books = new Books();
  const steps: readonly (readonly [Document, readonly string[]])[] = [
    [income(16, '0.0003'), ['16 VND, 0: item i1 -> account a1']],
    [income(10, '0.0003'), ['6 VND, 0: account a1 -> item i1']],
    [income(12, '0.0003'), ['2 VND, 0: item i1 -> account a1']],
    [
      income(5, '0.003'),
      ['12 VND, 0: account a1 -> item i1', '5 VND, 0.02: item i1 -> account a1'],
    ],
    [income(4, '0.003'), ['1 VND, 0.01: account a1 -> item i1']],
    [deleted(income(4, '0.003')), ['4 VND, 0.01: account a1 -> item i1']],
  ];
  for (const [document, expected] of steps) expect(texts(books.post(document))).toEqual(expected);
});

test('only SKUs with a changed value are locked', () => {
  const wish: DocumentWish = {
    lines: [{ sku: 's2' }, { sku: 's1' }, { sku: 's2', warehouse: 'w3' }],
  };
  const skus = (kind: AnyKindCode, own: DocumentWish) => {
    const document = doc('d', kind, own);
    return skusOfDifference(
      calculatePostingDifference(owed(document), { moves: [], entries: [] }, document),
    );
  };
  expect(skus('purchaseIn', wish)).toEqual(['s1', 's2']);
  expect(skus('transfer', { lines: [{ target: 'w2' }] })).toEqual([]);
});

// ------------------------------------------------------------------------------------------------ back-dating

test.each<[string, Document[], Document, string[], string[]]>([
  [
    'an issue takes the average of its own day, whatever came later',
    [on(1, bought(10, 10, 'a')), on(5, bought(10, 20, 'b'))],
    on(2, sold(9)),
    ['02| 1| 9: warehouse w1 -> customer p1 at 90'],
    ['11', '210'],
  ],
  [
    'all of that day’s goods take all of its value; what later days hold keeps its own',
    [on(1, bought(3, '3.33', 'a')), on(5, bought(10, 20, 'b'))],
    on(1, sold(3)),
    ['01| 1| 3: warehouse w1 -> customer p1 at 9.99'],
    ['10', '200'],
  ],
  [
    'what it leaves without goods on a later day is gone on that day, and for those after it',
    [
      on(1, bought(10, 10, 'a')),
      on(3, bought(10, 30, 'b')),
      on(4, sold(15, 'c')),
      on(6, bought(5, 40, 'd')),
    ],
    on(2, sold(5)),
    ['02| 1| 5: warehouse w1 -> customer p1 at 50', '04| 0| 0: warehouse w1 -> variance at 50'],
    ['5', '200'],
  ],
  [
    'so is what it would leave below 0',
    [on(1, bought(10, 100, 'a')), on(3, bought(10, 0, 'b')), on(4, sold(19, 'c'))],
    on(2, sold(1)),
    ['02| 1| 1: warehouse w1 -> customer p1 at 100', '04| 0| 0: variance -> warehouse w1 at 50'],
    ['0', '0'],
  ],
  [
    'on a day that holds none it takes the last average that is known',
    [on(3, bought(10, 12, 'a'))],
    on(2, sold(4)),
    ['02| 1| 4: warehouse w1 -> customer p1 at 48'],
    ['6', '72'],
  ],
  [
    'a receipt fills the hole of a later day: the difference is a variance of that day',
    [on(1, bought(10, 10, 'a')), on(3, sold(15, 'b'))],
    on(2, bought(10, 20, 'new')),
    ['02| 1| 10: supplier p1 -> warehouse w1 at 200', '03| 0| 0: warehouse w1 -> variance at 50'],
    ['5', '100'],
  ],
  [
    'where another receipt had filled it since, both days see their own',
    [on(1, bought(10, 10, 'a')), on(3, sold(15, 'b')), on(5, bought(10, 20, 'c'))],
    on(2, bought(10, 20, 'new')),
    [
      '02| 1| 10: supplier p1 -> warehouse w1 at 200',
      '03| 0| 0: warehouse w1 -> variance at 50',
      '05| 0| 0: variance -> warehouse w1 at 50',
    ],
    ['15', '300'],
  ],
  [
    'a receipt that is taken back in time leaves no value where its goods were mixed and sold',
    [
      on(1, bought(10, 10, 'new')),
      on(2, bought(10, 30, 'a')),
      on(3, sold(10, 'b')),
      on(5, bought(1, 9, 'c')),
    ],
    deleted(on(1, bought(10, 10, 'new'))),
    ['01| 1| 10: warehouse w1 -> supplier p1 at 100', '03| 0| 0: warehouse w1 -> variance at 100'],
    ['1', '9'],
  ],
  [
    'late freight belongs to the goods as long as they are there, and to the day that they went',
    [on(1, bought(10, 10, 'new')), on(3, sold(8, 'b'))],
    on(1, doc('new', 'purchaseIn', { lines: [{ quantity: 10, price: 10 }], freight: 50 })),
    [
      '01| 1| 10: warehouse w1 -> supplier p1 at 100',
      '01| 1| 10: supplier p1 -> warehouse w1 at 150',
      '03| 0| 0: warehouse w1 -> variance at 40',
    ],
    ['2', '30'],
  ],
  [
    'a linked return comes back at what its goods went at',
    [on(1, bought(10, 10, 'a')), on(2, sold(10, 'b')), on(4, bought(10, 30, 'c'))],
    on(
      3,
      doc('back', 'saleBack', { lines: [{ quantity: 4, source: { documentId: 'b', line: 1 } }] }),
    ),
    ['03| 1| 4: customer p1 -> warehouse w1 at 40'],
    ['14', '340'],
  ],
  [
    'what is assembled is worth what its parts were worth on that day',
    [on(1, bought(10, 10, 'a')), on(5, bought(10, 20, 'b'))],
    on(
      2,
      doc('made', 'assemble', {
        lines: [
          { role: 'composite', sku: 's2', quantity: 1 },
          { line: 2, role: 'part', quantity: 2 },
        ],
      }),
    ),
    ['02| 1| 1: workshop -> warehouse w1 at 20', '02| 2| 2: warehouse w1 -> workshop at 20'],
    ['18', '280'],
  ],
  [
    'goods found in a count come in at the average of that day',
    [on(1, bought(10, 10, 'a')), on(5, bought(10, 20, 'b'))],
    on(2, doc('found', 'stockRecount', { lines: [{ quantity: 2 }] })),
    ['02| 1| 2: adjustment -> warehouse w1 at 20'],
    ['22', '320'],
  ],
  [
    'a transfer carries no value',
    [on(1, bought(10, 10, 'a')), on(5, bought(10, 20, 'b'))],
    on(2, doc('moved', 'transfer', { lines: [{ quantity: 5, target: 'w2' }] })),
    ['02| 1| 5: warehouse w1 -> warehouse w2 at 0'],
    ['20', '300'],
  ],
  [
    'an issue of another day leaves its old day as it was before it',
    [on(1, bought(10, 10, 'a')), on(2, bought(10, 20, 'b')), on(2, sold(4))],
    on(1, sold(4)),
    ['02| 1| 4: customer p1 -> warehouse w1 at 60', '01| 1| 4: warehouse w1 -> customer p1 at 40'],
    ['16', '260'],
  ],
])('%s', (_why, history, late, rows, held) => {
  const books = new Books();
  for (const document of history) books.post(document);
  expect(books.post(late).moves.map(datedText)).toEqual(rows);
  expect(books.held()).toEqual(held);
});

// ------------------------------------------------------------------------------------------------ laws

const goodsKinds = [
  'purchaseIn',
  'purchaseBack',
  'saleOut',
  'saleBack',
  'retailOut',
  'retailBack',
  'otherIn',
  'otherOut',
  'transfer',
  'assemble',
  'disassemble',
  'stockRecount',
  'openingStock',
  'regrade',
  'transferIn',
  'valueAdjustment',
] as const satisfies readonly AnyKindCode[];

const aFew = fc.integer({ min: 1, max: 6 });
const aLineWish = fc.record({
  role: fc.constantFrom('item' as const, 'part' as const, 'composite' as const),
  sku: fc.constantFrom('s1', 's2'),
  quantity: aFew,
  ratio: fc.constantFrom(1, 12, '2.5'),
  price: fc.constantFrom(0, 1, '3.33', 10),
  taxRate: fc.constantFrom(0, 13),
  warehouse: fc.constantFrom('w1', 'w2'),
  target: fc.constant('w3'),
  source: fc.constantFrom(null, null, { documentId: 'a', line: 1 }),
});
const aWish = fc.record({
  kind: fc.constantFrom(...goodsKinds),
  lines: fc.array(aLineWish, { minLength: 1, maxLength: 3 }),
  discountRate: fc.constantFrom(0, 5, 100),
  freight: fc.constantFrom(0, '1.01'),
  exchangeRate: fc.constantFrom(1, '7.13'),
  businessDate: fc.constantFrom('2026-11-20', '2026-11-21', '2026-11-23', '2026-11-24'),
});
type Wish = { kind: AnyKindCode; businessDate: string } & DocumentWish;

const built = (id: string, { kind, businessDate, ...wish }: Wish) =>
  doc(id, kind, wish, { businessDate });

/** A history of commands: save a new state of one of four documents, or delete it. */
const aHistory = fc.array(
  fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), wish: aWish, deleted: fc.boolean() }),
  { maxLength: 14 },
);
// A document keeps its kind for life.
function played(
  history: readonly { id: string; wish: Wish; deleted: boolean }[],
  after?: (books: Books, document: Document) => void,
) {
  const books = new Books();
  const kinds = new Map<string, AnyKindCode>();
  for (const { id, wish, deleted } of history) {
    const kind = kinds.get(id) ?? wish.kind;
    kinds.set(id, kind);
    const document = { ...built(id, { ...wish, kind }), deleted };
    books.post(document);
    after?.(books, document);
  }
  return books;
}

const balance = (books: Books, purse: string) =>
  sum(
    books
      .entries()
      .map(({ from, to, amount }) =>
        (to.purse === purse ? amount : ZERO).minus(from.purse === purse ? amount : ZERO),
      ),
  );

test('after every step: Σ value of the SKUs = balance of the inventory, and the moves agree (V4, V6)', () => {
  fc.assert(
    fc.property(aHistory, (history) => {
      played(history, (books) => {
        const held = sum([...books.costs.values()].map(({ value }) => value));
        const moved = sum(
          books
            .moves()
            .map(
              (move) =>
                ({ in: move.value, out: move.value.negated(), none: ZERO })[stockCrossingOf(move)],
            ),
        );
        expect(toPlainDecimal(balance(books, 'inventory'))).toBe(toPlainDecimal(held));
        expect(toPlainDecimal(moved)).toBe(toPlainDecimal(held));
      });
    }),
  );
});

test('after every step: quantities held equal the sum of moves, V = 0 at quantity 0 (S1, V3)', () => {
  fc.assert(
    fc.property(aHistory, (history) => {
      const books = played(history);
      for (const [skuId, { quantity, value }] of books.costs) {
        const own = books.moves().filter((move) => move.skuId === skuId);
        const moved = sum(
          own.map(
            (move) =>
              ({ in: move.quantity, out: move.quantity.negated(), none: ZERO })[
                stockCrossingOf(move)
              ],
          ),
        );
        expect(toPlainDecimal(quantity)).toBe(toPlainDecimal(moved));
        if (quantity.isZero()) expect(toPlainDecimal(value)).toBe('0');
      }
    }),
  );
});

/** By SKU: what is held at the end of each day, by the moves alone. */
function endsOfDays(books: Books): { skuId: string; quantity: Decimal; value: Decimal }[] {
  const moves = books
    .moves()
    .toSorted((one, other) => (one.businessDate < other.businessDate ? -1 : 1));
  return [...Map.groupBy(moves, ({ skuId }) => skuId)].flatMap(([skuId, own]) => {
    let held = { skuId, quantity: ZERO, value: ZERO };
    return [...Map.groupBy(own, ({ businessDate }) => businessDate).values()].map((day) => {
      for (const move of day) {
        const sign = { in: 1, out: -1, none: 0 }[stockCrossingOf(move)];
        const quantity = held.quantity.plus(move.quantity.times(sign));
        held = { skuId, quantity, value: held.value.plus(move.value.times(sign)) };
      }
      return held;
    });
  });
}

test('at the end of every day, quantity 0 has value 0, and no unit cost is below 0 (V3, V5)', () => {
  fc.assert(
    fc.property(aHistory, (history) => {
      played(history, (books) => {
        for (const { quantity, value } of endsOfDays(books)) {
          if (quantity.isZero()) expect(toPlainDecimal(value)).toBe('0');
          expect(quantity.times(value).gte(0)).toBe(true);
        }
      });
    }),
  );
});

test('the days add up to the present stock, in goods and in value (V4)', () => {
  fc.assert(
    fc.property(aHistory, (history) => {
      const books = played(history);
      const last = new Map(endsOfDays(books).map((day) => [day.skuId, day]));
      for (const [skuId, { quantity, value, days }] of books.costs) {
        const now = last.get(skuId);
        expect([toPlainDecimal(quantity), toPlainDecimal(value)]).toEqual([
          toPlainDecimal(now?.quantity ?? ZERO),
          toPlainDecimal(now?.value ?? ZERO),
        ]);
        expect(toPlainDecimal(sum(days.map((day) => day.value)))).toBe(toPlainDecimal(value));
        expect(toPlainDecimal(sum(days.map((day) => day.quantity)))).toBe(toPlainDecimal(quantity));
      }
    }),
  );
});

test('posted rows equal the owed postings, and posting again appends nothing (X6)', () => {
  fc.assert(
    fc.property(aHistory, (history) => {
      played(history, (books, document) => {
        const { moves, entries } = books.post(document);
        expect([moves, entries]).toEqual([[], []]);
        const goods = books.posted(document.id).moves.filter(({ line }) => line !== NO_LINE);
        const net = new Map<string, Decimal>();
        const add = (key: string, amount: Decimal) =>
          net.set(key, (net.get(key) ?? ZERO).plus(amount));
        for (const { line, from, to, quantity } of goods) {
          add(`${line} ${placeText(from)}`, quantity.negated());
          add(`${line} ${placeText(to)}`, quantity);
        }
        for (const { line, from, to, quantity } of owed(document).moves) {
          add(`${line} ${placeText(from)}`, quantity);
          add(`${line} ${placeText(to)}`, quantity.negated());
        }
        expect([...net.values()].every((amount) => amount.isZero())).toBe(true);
      });
    }),
  );
});

test('late freight goes to remaining stock by its share, and the rest to cost of sales (V4, V7)', () => {
  fc.assert(
    fc.property(
      aHistory,
      fc.integer({ min: 1, max: 9 }),
      aFew,
      aFew,
      (history, price, some, sold) => {
        const books = played(history);
        const wish = { lines: [{ sku: 's1', quantity: some, price }] };
        books.post(doc('late', 'purchaseIn', wish));
        books.post(doc('gone', 'saleOut', { lines: [{ sku: 's1', quantity: sold }] }));
        const [quantity, value] = books.held();
        const costs = balance(books, 'costOfSales');
        books.post(doc('late', 'purchaseIn', { ...wish, freight: 7 }));
        const there = decimal(quantity!).isNegative() ? ZERO : decimal(quantity!);
        const share = there.gte(some) ? decimal(7) : rounded(there.times(7).dividedBy(some), 6);
        expect(books.held()).toEqual([quantity, toPlainDecimal(share.plus(value!))]);
        expect(toPlainDecimal(balance(books, 'costOfSales').minus(costs))).toBe(
          toPlainDecimal(decimal(7).minus(share)),
        );
      },
    ),
  );
});

test('posting and deleting restores every quantity, all money and all value (S5)', () => {
  fc.assert(
    fc.property(aHistory, aWish, (history, wish) => {
      const books = played(history);
      const before = books.totals();
      const document = built('new', wish);
      books.post(document);
      books.post(deleted(document));
      expect(books.totals()).toEqual(before);
    }),
  );
});

test('every row has an amount, two ends and at most six digits', () => {
  fc.assert(
    fc.property(aHistory, (history) => {
      const books = played(history);
      for (const { quantity, value, from, to } of books.moves()) {
        expect(
          quantity.gt(0)
            ? value.gte(0)
            : value.gt(0) && [from.place, to.place].includes('variance'),
        ).toBe(true);
        expect(value.decimalPlaces()).toBeLessThanOrEqual(6);
        expect(placeText(from)).not.toBe(placeText(to));
      }
      for (const { amount, from, to } of books.entries()) {
        expect(amount.gt(0) && amount.decimalPlaces() <= 6).toBe(true);
        expect(purseText(from)).not.toBe(purseText(to));
      }
    }),
  );
});

test('a count equal to the books changes nothing', () => {
  const books = new Books();
  books.post(bought());
  expect(
    shown(books.post(doc('c', 'stockRecount', { lines: [{ quantity: decimal(0) }] }))),
  ).toEqual([]);
});
