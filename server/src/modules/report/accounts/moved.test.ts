import {
  accountDetailTable,
  inOutItems,
  itemsOwnTable,
  journalTable,
  moneyDocuments,
  revenueClasses,
  revenueReportTable,
  trialBalanceTable,
} from '@tradehouse/contract';
import { decimal, inOutItemTypes, toPlainDecimal } from '@tradehouse/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asRole } from '../../document/testShop.ts';
import { at, daysAgo, someBooks } from '../testBooks.ts';
import type { Books, Row } from '../testBooks.ts';

let books: Books;
let rent: string;
let house: string;
beforeAll(async () => {
  books = await someBooks();
  const { shop, server } = books;
  house = (await server.call(revenueClasses.add, { name: 'House', number: 'H', type: 'expense' }))
    .id;
  const { id: rooms } = await server.call(revenueClasses.add, {
    name: 'Rooms',
    number: 'R',
    type: 'expense',
    parentId: house,
  });
  rent = (
    await server.call(inOutItems.add, { name: 'Rent of rooms', type: 'expense', classId: rooms })
  ).id;
  const spent = (days: number, itemId: string, amount: string) =>
    shop.money('itemOut', [{ itemId, amount }], { ...at(days), accountId: shop.bank });
  await spent(0, rent, '70');
  await spent(0, shop.expenseItem, '5.5');
  await shop.money('itemIn', [{ itemId: shop.incomeItem, amount: '20' }], {
    ...at(0),
    accountId: shop.cash,
    remark: 'of the bank',
  });
  await shop.money('giro', [{ accountId: shop.cash, amount: '40' }], {
    ...at(0),
    accountId: shop.bank,
  });
});
afterAll(() => books.server.stop());

const figure = (row: Row | undefined, column: string) => decimal(String(row?.[column] ?? '0'));
const lineOf = (rows: readonly Row[], name: string) =>
  rows.find((row) => row['name'] === name)?.['total'];
const sum = (rows: readonly Row[], column: string): string =>
  toPlainDecimal(rows.reduce((all, row) => all.plus(figure(row, column)), decimal(0)));

describe('the journal', () => {
  test('balances debit and credit per voucher, and its sums equal the trial balance', async () => {
    const dates = [daysAgo(99), daysAgo(0)];
    const { rows, totals } = await books.report(journalTable, { dates });
    expect(totals['debit']).toBe(totals['credit']);
    const vouchers = Map.groupBy(
      rows,
      (row) => `${String(row['documentId'])} ${String(row['date'])}`,
    );
    expect(vouchers.size).toBeGreaterThan(10);
    for (const voucher of vouchers.values())
      expect(sum(voucher, 'debit')).toBe(sum(voucher, 'credit'));
    const balances = await books.report(trialBalanceTable, { dates });
    for (const balance of balances.rows) {
      const own = rows.filter((row) => row['code'] === balance['code']);
      expect(sum(own, 'debit')).toBe(toPlainDecimal(figure(balance, 'debit')));
      expect(sum(own, 'credit')).toBe(toPlainDecimal(figure(balance, 'credit')));
    }
  });

  test('is exported as balanced CSV and as a spreadsheet', async () => {
    const search = { dates: [daysAgo(99), daysAgo(0)] };
    const field = 'id,date,number,code,name,debit,credit';
    const csv = await books.server.request('GET', journalTable.exportPath, {
      search,
      field,
      format: 'csv',
    });
    expect(csv.statusCode).toBe(200);
    expect(csv.headers['content-type']).toContain('text/csv');
    expect(String(csv.headers['content-disposition'])).toContain('.csv');
    const [titles, ...lines] = csv.body.trimEnd().split('\r\n');
    expect(titles).toBe('\ufeffDate,Voucher (document no.),Code,Ledger account,Debit,Credit');
    const { rows } = await books.report(journalTable, search);
    expect(lines).toHaveLength(rows.length);
    const cells = lines.map((line) => line.split(','));
    const total = (at: number) =>
      toPlainDecimal(cells.reduce((all, line) => all.plus(line.at(at) ?? '0'), decimal(0)));
    expect(total(-2)).toBe(total(-1));
    const sheet = await books.server.request('GET', journalTable.exportPath, { search, field });
    expect(sheet.headers['content-type']).toContain('spreadsheetml');
  });
});

describe('the detail of accounts', () => {
  test('has opening, running and closing balances equal to the books, for some or all accounts', async () => {
    const { shop } = books;
    for (const accounts of [[shop.cash], [shop.cash, shop.bank], undefined]) {
      const { rows, totals } = await books.report(accountDetailTable, {
        ...(accounts === undefined ? {} : { accounts }),
        dates: [daysAgo(99), daysAgo(0)],
      });
      const [first, last] = [rows[0], rows.at(-1)];
      expect([first?.['kind'], last?.['kind']]).toEqual(['opening', 'closing']);
      const held = (accounts ?? [shop.cash, shop.bank]).map((id) => shop.purse('account', id));
      const now = (await Promise.all(held)).reduce((all, one) => all.plus(one), decimal(0));
      if (accounts !== undefined) expect(figure(last, 'balance').equals(now)).toBe(true);
      let running = figure(first, 'balance');
      for (const row of rows.slice(1, -1)) {
        running = running.plus(figure(row, 'income')).minus(figure(row, 'expense'));
        expect(toPlainDecimal(figure(row, 'balance'))).toBe(toPlainDecimal(running));
      }
      expect(toPlainDecimal(figure(last, 'balance'))).toBe(toPlainDecimal(running));
      expect(sum(rows, 'income')).toBe(toPlainDecimal(decimal(totals['income'] ?? '0')));
    }
  });

  test('shows both accounts of a transfer, and filters by document fields', async () => {
    const { shop } = books;
    const dates = [daysAgo(0), daysAgo(0)];
    const both = await books.report(accountDetailTable, {
      accounts: [shop.cash, shop.bank],
      kinds: ['giro'],
      dates,
    });
    expect(both.rows).toMatchObject([
      { accountName: 'Till', income: '40', expense: '0' },
      { accountName: 'Bank', income: '0', expense: '40' },
    ]);
    const found = await books.report(accountDetailTable, { remark: 'of the bank', dates });
    expect(found.rows).toMatchObject([{ kind: 'itemIn', income: '20' }]);
  });

  test('is refused to users limited to own documents', async () => {
    await books.server.addUser({ loginName: 'seller3', role: 'salesperson' });
    const token = await books.server.signIn('seller3');
    expect(await books.status(accountDetailTable, {}, token)).toBe(403);
  });
});

describe('income and expense by class', () => {
  const year = daysAgo(0).slice(0, 4);
  const month = `m${Number(daysAgo(0).slice(5, 7))}`;

  test('add up from items over classes to each type, month by month', async () => {
    const { rows } = await books.report(revenueReportTable, { year });
    expect(
      rows.map((row) => [row['row'], row['depth'], row['name'], row[month], row['total']]),
    ).toEqual([
      ['type', 0, 'Income', '20', '20'],
      ['item', 1, 'Interest of the test', '20', '20'],
      ['type', 0, 'Expense', '75.5', '75.5'],
      ['class', 1, 'House', '70', '70'],
      ['class', 2, 'Rooms', '70', '70'],
      ['item', 3, 'Rent of rooms', '70', '70'],
      ['item', 1, 'Rent of the test', '5.5', '5.5'],
      ['net', 0, 'Income less expense', '-55.5', '-55.5'],
    ]);
    expect((await books.report(revenueReportTable, {})).rows).toEqual(rows);
  });

  test('can be traced to documents with lines summing to each figure', async () => {
    const { shop, server } = books;
    const lines = [
      { itemId: rent, amount: '11' },
      { itemId: shop.expenseItem, amount: '3' },
    ];
    const mixed = await shop.money('itemOut', lines, { ...at(0), accountId: shop.bank });
    const reader = await asRole(shop, 'sees-revenue', { pages: ['/report/revenue_report'] });
    const figures = { income: 'income', expense: 'expense', net: 'netIncome' } as const;
    for (const row of (await books.report(revenueReportTable, { year })).rows) {
      const type = inOutItemTypes.find((one) => one === row['type']);
      const of = row['row'] === 'item' ? { itemId: row['recordId'] } : {};
      const within = row['row'] === 'class' ? { revenueClass: row['recordId'] } : {};
      const search = { dates: [`${year}-01-01`, `${year}-12-31`], type, ...of, ...within };
      const asked = { ...search, measure: 'income', level: 'document' };
      const { totals } = await books.report(itemsOwnTable, asked, reader);
      expect(toPlainDecimal(figure(totals, figures[type ?? 'net'])), String(row['name'])).toBe(
        toPlainDecimal(figure(row, 'total')),
      );
    }
    await server.call(moneyDocuments.remove, { id: mixed.id });
  });

  test('income and expense by class can be limited to a type or to a class with its subclasses', async () => {
    const { rows } = await books.report(revenueReportTable, { year, revenueClass: house });
    expect(rows.map((row) => row['name'])).toEqual([
      'Expense',
      'House',
      'Rooms',
      'Rent of rooms',
      'Income less expense',
    ]);
    const incomes = await books.report(revenueReportTable, { year, type: 'income' });
    expect(incomes.rows.map((row) => row['total'])).toEqual(['20', '20', '20']);
    expect((await books.report(revenueReportTable, { year: '2001' })).rows).toEqual([]);
    expect(await books.status(revenueReportTable, { year: 'next' })).toBe(400);
  });

  test('leave out amounts of customers not granted to the reader', async () => {
    const { server, shop } = books;
    await server.addUser({ loginName: 'bookkeeper1', role: 'finance' });
    await shop.set({ customer_grants: true });
    const token = await server.signIn('bookkeeper1');
    const all = await books.report(revenueReportTable, { year }, token);
    await shop.money('itemOut', [{ itemId: rent, amount: '9' }], {
      ...at(0),
      accountId: shop.bank,
      partnerId: shop.customer,
    });
    expect(await books.report(revenueReportTable, { year }, token)).toEqual(all);
    const whole = await books.report(revenueReportTable, { year });
    expect(lineOf(whole.rows, 'Expense')).not.toEqual(lineOf(all.rows, 'Expense'));
    await shop.set({ customer_grants: false });
  });

  test('cover the documents visible to the reader', async () => {
    const { server, shop } = books;
    await server.addUser({ loginName: 'bookkeeper2', role: 'finance' });
    await server.arrange(server.company, async (tx) => {
      await tx
        .updateTable('role')
        .set({ data_scope: 'own' })
        .where('type', '=', 'finance')
        .execute();
    });
    const token = await server.signIn('bookkeeper2');
    expect((await books.report(revenueReportTable, { year }, token)).rows).toEqual([]);
    await server.call(
      moneyDocuments.add,
      { kind: 'itemOut', accountId: shop.bank, lines: [{ itemId: rent, amount: '3' }] },
      token,
    );
    const { rows } = await books.report(revenueReportTable, { year }, token);
    expect(rows.map((row) => row['total'])).toEqual(['3', '3', '3', '3', '-3']);
  });
});
