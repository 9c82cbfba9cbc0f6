// Fees kept by banks and payment services, reckoned by hand: accounts, ledger, and net profit by document.
import {
  accounts,
  goodsDocuments,
  moneyDocuments,
  profitMonthsTable,
  profitTable,
  tradeProfitTable,
} from '@tradehouse/contract';
import type { GoodsDocumentInput, TableDeclaration } from '@tradehouse/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aShopServer, asRole, lineOf } from '../testShop.ts';
import type { Saved } from '../testShop.ts';

const { server, shop } = await aShopServer();
const tea = await shop.product();
/** A card terminal that keeps 0.6 percent. */
let card = '';

type TextRow = Readonly<Record<string, string | null>>;
async function rowsOf({ path, fixed = {} }: TableDeclaration, search: object): Promise<TextRow[]> {
  const query = { search: JSON.stringify({ ...fixed, ...search }), pageSize: '100' };
  const reply = await server.request('GET', path, query);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ data: { rows: TextRow[] } }>().data.rows;
}

const on = (day: string) => ({ time: `2025-${day}T04:00:00Z`, status: '1' }) as const;
const sale = (amount: string, day = '06-05', more: Partial<GoodsDocumentInput> = {}) =>
  shop.goods('saleOut', [lineOf(tea, '1', amount)], { ...on(day), paidNow: '0', ...more });
const receive = (lines: readonly (readonly [Saved | null, string])[], more: object = {}) =>
  shop.money(
    'moneyIn',
    lines.map(([bill, amount]) => ({ settledDocumentId: bill?.id ?? null, amount })),
    { ...on('06-10'), accountId: card, ...more },
  );
const feeOf = async ({ id }: Pick<Saved, 'id'>) =>
  (await server.call(moneyDocuments.info, { id })).paymentFee;

const account = () => shop.purse('account', card);
const expense = () => shop.purse('paymentFee');

/** Payment fees and net profit of documents, by number. */
async function profits(...bills: readonly Saved[]) {
  const rows = await rowsOf(tradeProfitTable, {
    level: 'document',
    dates: ['2025-01-01', '2025-12-31'],
  });
  return bills.map(({ number }) => {
    const row = rows.find(({ name }) => name === number);
    return [row?.['paymentFees'], row?.['netProfit']];
  });
}

let before: readonly [account: number, expense: number] = [0, 0];
/** Changes of the account and of the fee expense since the test began. */
const changes = async () => [
  Number((Number(await account()) - before[0]).toFixed(2)),
  Number((Number(await expense()) - before[1]).toFixed(2)),
];

beforeAll(async () => {
  await shop.set({ multi_account: true });
  await shop.goods('purchaseIn', [lineOf(tea, '1000', '1')], { ...on('01-02'), paidNow: '0' });
  card = (await server.call(accounts.add, { name: 'Card terminal', feeRate: '0.6' })).id;
});
beforeEach(async () => {
  before = [Number(await account()), Number(await expense())];
});

describe('a receipt', () => {
  test('settles the whole debt, and brings the account the amount less the fee by the rate', async () => {
    const bill = await sale('1000');
    const receipt = await receive([[bill, '1000']]);
    expect(await feeOf(receipt)).toBe('6');
    expect(await changes()).toEqual([994, 6]);
    expect((await server.call(goodsDocuments.info, { id: bill.id })).openDebt).toBe('0');
    expect(await profits(bill)).toEqual([['6', '993']]);
  });

  test('shares the fee over two bills by settled amount, with the rounding remainder', async () => {
    const [first, second] = [await sale('100', '06-01'), await sale('200', '06-02')];
    // 1.00 of 300: 0.33 and 0.67.
    await receive(
      [
        [first, '100'],
        [second, '200'],
      ],
      { paymentFee: '1' },
    );
    expect(await changes()).toEqual([299, 1]);
    expect(await profits(first, second)).toEqual([
      ['0.33', '98.67'],
      ['0.67', '198.33'],
    ]);
  });

  test('shares nothing over returned goods, and keeps the share of the opening debt in the books', async () => {
    const bill = await sale('100');
    const back = await shop.goods(
      'saleBack',
      [lineOf(tea, '1', '40', { sourceDocumentId: bill.id, sourceLine: 1 })],
      { ...on('06-06'), paidNow: '0' },
    );
    // 60 at 0.6 % is 0.36.
    await receive([
      [bill, '100'],
      [back, '-40'],
    ]);
    expect(await changes()).toEqual([59.64, 0.36]);
    expect(await profits(bill, back)).toEqual([
      ['0.36', '98.64'],
      ['0', '-39'],
    ]);
  });

  test('keeps a typed fee of zero, and refuses a fee above the amount', async () => {
    const bill = await sale('100');
    await expect(receive([[bill, '100']], { paymentFee: '100.01' })).rejects.toThrow(
      'document.paymentFee',
    );
    const receipt = await receive([[bill, '100']], { paymentFee: '0' });
    expect(await feeOf(receipt)).toBe('0');
    const { paymentFeeRate } = await server.call(moneyDocuments.info, { id: receipt.id });
    expect(paymentFeeRate).toBeNull();
    expect(await changes()).toEqual([100, 0]);
  });

  test('undone and deleted takes its fee off the net profit of the bill', async () => {
    const bill = await sale('1000');
    const { id } = await receive([[bill, '1000']]);
    await server.call(moneyDocuments.setStatus, { ids: id, status: '0' });
    await server.call(moneyDocuments.removeBatch, { ids: id });
    expect(await changes()).toEqual([0, 0]);
    expect(await profits(bill)).toEqual([['0', '999']]);
  });

  test('a change of amount changes the fee, a change of the rate does not', async () => {
    const bill = await sale('1000');
    const { id } = await receive([[bill, '1000']], { status: '0' });
    const { version } = await server.call(accounts.infoCall, { id: card });
    await server.call(accounts.update, { id: card, version, name: 'Card terminal', feeRate: '5' });
    const saved = await server.call(moneyDocuments.info, { id });
    expect(saved.paymentFeeRate).toBe('0.6');
    const lines = [{ line: 1, settledDocumentId: bill.id, amount: '500' }];
    const head = { id, version: saved.version, kind: 'moneyIn' as const };
    await server.call(moneyDocuments.update, { ...head, lines });
    expect(await feeOf({ id })).toBe('3');
    expect(await profits(bill)).toEqual([['3', '996']]);
    await server.call(accounts.update, {
      id: card,
      version: version + 1,
      name: 'Card terminal',
      feeRate: '0.6',
    });
  });

  test('counts only once approved, where documents need approval', async () => {
    await shop.set({ force_approval: true });
    const bill = await sale('1000');
    const { id } = await receive([[bill, '1000']], { status: '0' });
    expect([await profits(bill), await changes()]).toEqual([[['0', '999']], [0, 0]]);
    await server.call(moneyDocuments.setStatus, { ids: id, status: '1' });
    expect([await profits(bill), await changes()]).toEqual([[['6', '993']], [994, 6]]);
    await server.call(moneyDocuments.setStatus, { ids: id, status: '0' });
    expect([await profits(bill), await changes()]).toEqual([[['0', '999']], [0, 0]]);
    await shop.set({ force_approval: false });
  });

  test('in a foreign currency has the fee converted at its own rate', async () => {
    const bill = await sale('100', '06-05', { currency: 'EUR', exchangeRate: '8' });
    // EUR 0.60 at 8.2 is 4.92; EUR 100 at 8.2 is 820.
    await receive([[bill, '100']], { currency: 'EUR', exchangeRate: '8.2' });
    expect(await changes()).toEqual([815.08, 4.92]);
    // Revenue 800, cost 1.
    expect(await profits(bill)).toEqual([['4.92', '794.08']]);
  });

  test('shows no fee to users without sight of amounts, and keeps the fee in their change', async () => {
    const bill = await sale('1000');
    const { id } = await receive([[bill, '1000']], { status: '0', paymentFee: '7' });
    const clerk = await asRole(shop, 'clerk', {
      pages: ['/financial/money_in'],
      hidden: ['purchase', 'retail', 'sale', 'money'],
    });
    const seen = await server.call(moneyDocuments.info, { id }, clerk);
    expect(seen.paymentFee).toBeNull();
    const lines = [{ line: 1, settledDocumentId: bill.id, amount: '0' }];
    const head = { id, version: seen.version, kind: 'moneyIn' as const, paymentFee: '0' };
    await server.call(moneyDocuments.update, { ...head, lines, remark: 'Seen' }, clerk);
    expect(await feeOf({ id })).toBe('7');
  });

  test('has the fee of another account chosen by a user without sight of amounts', async () => {
    const bill = await sale('1000');
    const { id, version } = await receive([[bill, '1000']], { status: '0' });
    const clerk = await asRole(shop, 'cashier', {
      pages: ['/financial/money_in'],
      hidden: ['purchase', 'retail', 'sale', 'money'],
    });
    const lines = [{ line: 1, settledDocumentId: bill.id, amount: '0' }];
    const head = { id, version, kind: 'moneyIn' as const, paymentFee: '1' };
    await server.call(moneyDocuments.update, { ...head, lines, accountId: shop.cash }, clerk);
    expect(await feeOf({ id })).toBe('0');
  });
});

describe('a payment', () => {
  const owed = (amount: string) =>
    shop.goods('purchaseIn', [lineOf(tea, '1', amount)], { ...on('06-01'), paidNow: '0' });

  test('takes amount and fee from the account, and changes no profit of documents', async () => {
    const bill = await owed('1');
    await shop.money('moneyOut', [{ settledDocumentId: bill.id, amount: '1' }], {
      ...on('06-10'),
      accountId: card,
      paymentFee: '25',
    });
    expect(await changes()).toEqual([-26, 25]);
  });

  test('has no fee by the rate of the account', async () => {
    const bill = await owed('1');
    const paid = [{ settledDocumentId: bill.id, amount: '1' }];
    await shop.money('moneyOut', paid, { ...on('06-10'), accountId: card });
    expect(await changes()).toEqual([-1, 0]);
  });

  test('refuses a fee on documents without payment fees', async () => {
    const lines = [{ itemId: shop.expenseItem, amount: '1' }];
    await expect(shop.money('itemOut', lines, { ...on('06-10'), paymentFee: '1' })).rejects.toThrow(
      'request.field',
    );
  });
});

describe('a sale paid at once', () => {
  test('bears the fee of each account by its rate', async () => {
    const till = await shop.goods('retailOut', [lineOf(tea, '1', '25.5')], {
      ...on('06-05'),
      settlements: [
        { accountId: shop.cash, amount: '12.75' },
        { accountId: card, amount: '12.75' },
      ],
    });
    // 12.75 at 0.6 % is 0.0765.
    expect(await changes()).toEqual([12.67, 0.08]);
    expect((await server.call(goodsDocuments.info, { id: till.id })).paymentFee).toBe('0.08');
    expect(await profits(till)).toEqual([['0.08', '24.42']]);
  });

  test('shares the fee over its lines, and adds the fee of a later receipt', async () => {
    const pot = await shop.product();
    await shop.goods('purchaseIn', [lineOf(pot, '10', '1')], { ...on('01-02'), paidNow: '0' });
    // 100 and 200, 150 paid at once: 0.90, then 150: 0.90.
    const bill = await shop.goods('saleOut', [lineOf(tea, '1', '100'), lineOf(pot, '1', '200')], {
      ...on('06-05'),
      accountId: card,
      paidNow: '150',
    });
    expect(await changes()).toEqual([149.1, 0.9]);
    await receive([[bill, '150']]);
    expect(await changes()).toEqual([298.2, 1.8]);
    expect(await profits(bill)).toEqual([['1.8', '296.2']]);
    const rows = await rowsOf(tradeProfitTable, {
      level: 'product',
      dates: ['2025-06-05', '2025-06-05'],
      keyword: pot.barcode,
    });
    expect(rows).toMatchObject([{ paymentFees: '1.2', netProfit: '197.8' }]);
  });

  test('keeps its fee after a refund: the return has none', async () => {
    const bought = { accountId: card, ...on('06-05') };
    const till = await shop.goods('retailOut', [lineOf(tea, '1', '100')], bought);
    const source = { sourceDocumentId: till.id, sourceLine: 1 };
    const back = await shop.goods('retailBack', [lineOf(tea, '1', '100', source)], bought);
    expect(await changes()).toEqual([-0.6, 0.6]);
    expect(await profits(till, back)).toEqual([
      ['0.6', '98.4'],
      ['0', '-99'],
    ]);
  });

  test('taken back leaves no fee', async () => {
    const { id: ids } = await shop.goods('saleOut', [lineOf(tea, '1', '100')], {
      ...on('06-05'),
      accountId: card,
    });
    expect(await changes()).toEqual([99.4, 0.6]);
    await server.call(goodsDocuments.setStatus, { ids, status: '0' });
    await server.call(goodsDocuments.removeBatch, { ids });
    expect(await changes()).toEqual([0, 0]);
  });
});

test('net profit by document and other payment fees lead to the profit of the books', async () => {
  const dates = ['2025-03-01', '2025-03-31'];
  // March: a sale of 100 at cost 1, received in April; a sale of 200 paid by card at once; a wire of 25.00.
  const late = await sale('100', '03-05');
  await shop.goods('saleOut', [lineOf(tea, '1', '200')], {
    ...on('03-06'),
    accountId: card,
    paidNow: '200',
  });
  const bill = await shop.goods('purchaseIn', [lineOf(tea, '1', '1')], {
    ...on('03-07'),
    paidNow: '0',
  });
  await shop.money('moneyOut', [{ settledDocumentId: bill.id, amount: '1' }], {
    ...on('03-08'),
    accountId: card,
    paymentFee: '25',
  });
  await receive([[late, '100']], on('04-02'));
  const [sold] = await rowsOf(tradeProfitTable, { level: 'month', dates });
  // 0.60 of the late receipt, 1.20 of the card: 300 − 2 − 1.80.
  expect(sold).toMatchObject({ paymentFees: '1.8', netProfit: '296.2' });
  const lines = new Map(
    (await rowsOf(profitTable, { dates })).map(({ line, amount }) => [line, amount]),
  );
  // The wire of 25.00, less 0.60 booked in April.
  expect(lines.get('otherPaymentFees')).toBe('24.4');
  expect(lines.get('expenseSum')).toBe('26.2');
  // 296.20 − 24.40.
  expect(lines.get('netProfit')).toBe('271.8');
  const beside = await rowsOf(profitMonthsTable, { dates: ['2025-03-01', '2025-04-30'] });
  const other = beside.find(({ line }) => line === 'otherPaymentFees');
  expect([other?.['amount1'], other?.['amount2'], other?.['amount']]).toEqual([
    '24.4',
    '0.6',
    '25',
  ]);
});

test('every invariant holds', async () => {
  expect(await shop.broken()).toEqual([]);
});
