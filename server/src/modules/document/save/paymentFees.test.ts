// Fees kept by banks and payment services, reckoned by hand: accounts, ledger, and net profit by document.
import { accounts, goodsDocuments, moneyDocuments, profitTable, tradeProfitTable } from '@tradehouse/contract';
import type { TableDeclaration } from '@tradehouse/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aShopServer, lineOf } from '../testShop.ts';
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
const sale = (amount: string, day = '06-05', more: object = {}) =>
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
});

test('every invariant holds', async () => {
  expect(await shop.broken()).toEqual([]);
});
