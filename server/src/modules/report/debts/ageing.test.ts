import {
  agedBillsTable,
  ageingTables,
  documentTables,
  moneyDocuments,
  partners,
  statementTables,
} from '@tradehouse/contract';
import type { AgeingSide } from '@tradehouse/contract';
import { ageBuckets, decimal, toPlainDecimal, sum } from '@tradehouse/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rollUpPostings } from '../../posting/index.ts';
import { asRole, lineOf } from '../../document/testShop.ts';
import { everyNth } from '../../../testing.ts';
import { tellDue } from './due.ts';
import { at, daysAgo, someBooks } from '../testBooks.ts';
import type { Books, Row } from '../testBooks.ts';

let books: Books;
beforeAll(async () => {
  books = await someBooks();
  await moreDebts(books);
});
afterAll(() => books.server.stop());

const sides = [
  ['receivable', 'customer', 'moneyIn'],
  ['payable', 'supplier', 'moneyOut'],
] as const;
const figure = (row: Row | undefined, column: string) => decimal(String(row?.[column] ?? '0'));
const total = (rows: readonly Row[], column: string) =>
  toPlainDecimal(sum(rows.map((row) => figure(row, column))));

/** Terms, foreign bills settled in parts at other rates, an opening that is paid in part, a bill settled before its day. */
async function moreDebts({ server, shop, tea }: Books): Promise<void> {
  const { id: opened } = await server.call(partners.add, {
    type: 'customer',
    name: 'Opened Stores',
    openingReceivable: '500',
    paymentDays: 30,
    monthEnd: true,
  });
  await shop.money('moneyIn', [{ amount: '120' }], { partnerId: opened });
  const euros = { currency: 'EUR', exchangeRate: '7.77' };
  const sold = async (days: number, more: object) =>
    shop.goods('saleOut', [lineOf(tea, '1', '33.33')], {
      ...at(days),
      partnerId: opened,
      paidNow: '0',
      ...more,
    });
  const first = await sold(95, euros);
  await sold(50, { paymentKind: 'other', dueOn: daysAgo(20) });
  await sold(3, {});
  const settle = (settledDocumentId: string, amount: string, more: object) =>
    shop.money('moneyIn', [{ settledDocumentId, amount }], { partnerId: opened, ...more });
  await settle(first.id, '11.11', { ...at(70), ...euros, exchangeRate: '8.1' });
  await settle(first.id, '7.77', { ...at(5), ...euros, exchangeRate: '7.5' });
  // Paid beyond all debts, and used in part later.
  await shop.set({ keep_overpayment: true });
  const kept = { partnerId: shop.otherCustomer };
  await shop.money('moneyIn', [{ amount: '500' }], { ...kept, ...at(25) });
  const late = await sold(10, {});
  await settle(late.id, '3.33', at(15));
  const bought = await shop.goods('purchaseIn', [lineOf(tea, '9', '9')], {
    ...at(130),
    paidNow: '0',
  });
  await shop.money('moneyOut', [{ settledDocumentId: bought.id, amount: '30' }], at(12));
}

describe.each(sides)('the %s ageing', (side, type) => {
  const days = [400, 131, 130, 96, 90, 71, 60, 35, 31, 16, 15, 12, 11, 10, 5, 3, 1, 0];

  test.each(days)(
    'the ageing of %i days ago equals the closing balance of the partner statement',
    async (ago) => {
      const date = daysAgo(ago);
      const ageing = await books.report(ageingTables[side], { date });
      const closing = await books.report(statementTables[type], { dates: [null, date] });
      const owed = new Map(
        closing.rows.map((row) => [row['id'], toPlainDecimal(figure(row, 'closing'))]),
      );
      for (const row of ageing.rows) {
        expect(toPlainDecimal(figure(row, 'total'))).toBe(owed.get(row['id']));
        expect(toPlainDecimal(sum(ageBuckets.map((age) => figure(row, age))))).toBe(
          owed.get(row['id']),
        );
      }
      expect(total(ageing.rows, 'total')).toBe(toPlainDecimal(figure(closing.totals, 'closing')));
      for (const column of [...ageBuckets, 'overdue', 'total'])
        expect(toPlainDecimal(figure(ageing.totals, column))).toBe(total(ageing.rows, column));
    },
  );

  test.each(
    everyNth(
      days,
      3,
      sides.findIndex(([one]) => one === side),
    ),
  )(
    'the ageing of %i days ago lists the bills behind every figure, adding up to the figure',
    async (ago) => {
      const date = daysAgo(ago);
      const { rows } = await books.report(ageingTables[side], { date });
      for (const row of rows) {
        for (const age of ageBuckets) {
          const bills = await books.report(agedBillsTable, {
            side,
            organId: row['id'],
            date,
            age: [age],
          });
          expect(total(bills.rows, 'openDebt')).toBe(toPlainDecimal(figure(row, age)));
          expect(toPlainDecimal(figure(bills.totals, 'openDebt'))).toBe(
            toPlainDecimal(figure(row, age)),
          );
        }
      }
    },
  );

  test('the ageing is unchanged by adding pending documents to the daily roll-ups', async () => {
    const before = await books.report(ageingTables[side]);
    while ((await rollUpPostings(books.server.database.app, books.server.company.tenantId)) > 0);
    expect(await books.report(ageingTables[side])).toEqual(before);
  });
});

test('each bill counts in the age bracket of its due date', async () => {
  const within = {
    notDue: [-999, 0],
    days30: [1, 30],
    days60: [31, 60],
    days90: [61, 90],
    over90: [91, 9999],
  } as const;
  const { rows: owing } = await books.report(ageingTables.receivable);
  const foreign: Row[] = [];
  for (const { id: organId } of owing) {
    const search = { side: 'receivable', organId };
    const whole = await books.report(agedBillsTable, search);
    foreign.push(...whole.rows.filter(({ currency }) => currency === 'EUR'));
    let found = 0;
    for (const age of ageBuckets) {
      const { rows } = await books.report(agedBillsTable, { ...search, age: [age] });
      const [least, most] = within[age];
      // What was owed when the books began has no day of its own and is the oldest; what was paid beyond is never overdue.
      for (const row of rows.filter(({ opening }) => opening === true))
        expect(age).toBe(figure(row, 'openDebt').isNegative() ? 'notDue' : 'over90');
      for (const { daysOverdue } of rows.filter(({ opening }) => opening === false)) {
        expect(Number(daysOverdue)).toBeGreaterThanOrEqual(least);
        expect(Number(daysOverdue)).toBeLessThanOrEqual(most);
      }
      found += rows.length;
    }
    expect(found).toBe(whole.total);
  }
  expect(foreign).toMatchObject([{ original: '14.45' }]);
});

test('a filter of the ageing selects partners with overdue debts, or without', async () => {
  const all = await books.report(ageingTables.receivable);
  const late = await books.report(ageingTables.receivable, { isOverdue: true });
  const others = await books.report(ageingTables.receivable, { isOverdue: false });
  expect(late.total + others.total).toBe(all.total);
  for (const row of late.rows) expect(toPlainDecimal(figure(row, 'overdue'))).not.toBe('0');
});

describe('a reader of the ageing', () => {
  const open = (name: string, more: object = {}) =>
    asRole({ server: books.server, company: books.server.company }, name, {
      pages: ['/report/receivable_ageing', '/bill/sale_out', '/report/customer_account'],
      ...more,
    });

  test('a reader of the receivable ageing is denied the payable ageing', async () => {
    const token = await open('ages');
    expect(await books.status(ageingTables.receivable, {}, token)).toBe(200);
    expect(await books.status(ageingTables.payable, {}, token)).toBe(403);
    expect(await books.status(agedBillsTable, { side: 'payable', organId: '1' }, token)).toBe(403);
    expect(await books.status(agedBillsTable, {}, token)).toBe(400);
  });

  test('receivable bills and payable bills are exported with the export button of their page', async () => {
    const { server, shop } = books;
    await sql`update function set buttons = '{3}' where url in ('/report/customer_account', '/report/vendor_account')`.execute(
      server.database.admin,
    );
    const token = await open('ages-takes', {
      pages: ['/report/customer_account', '/report/vendor_account'],
      buttons: ['3'],
    });
    const { tenantId } = server.company;
    const take = async (side: AgeingSide, organId: string): Promise<number> => {
      const search = { side, organId };
      return (await server.request('GET', agedBillsTable.exportPath, { search }, token)).statusCode;
    };
    expect(await take('receivable', shop.customer)).toBe(200);
    await server.arrange(server.company, (tx) =>
      sql`update role_function set buttons = '{}'
        from role where role.tenant_id = ${tenantId} and role.id = role_function.role_id and role.name = 'ages-takes'
          and role_function.tenant_id = ${tenantId} and function_url = '/report/customer_account'`.execute(
        tx,
      ),
    );
    server.app.kernel.sessions.forgetTenant(tenantId);
    expect(await take('receivable', shop.customer)).toBe(403);
    expect(await take('payable', shop.supplier)).toBe(200);
  });

  test('a reader of the ageing limited to own data sees only own bills', async () => {
    const token = await open('ages-own', { scope: 'own' });
    expect((await books.report(ageingTables.receivable, {}, token)).rows).toEqual([]);
    const { shop, tea, server } = books;
    const input = shop.input('saleOut', [lineOf(tea, '1', '30')], { paidNow: '0' });
    expect(
      (await server.request('POST', '/depotHead/addDepotHeadAndDetail', input, token)).statusCode,
    ).toBe(200);
    const { rows } = await books.report(ageingTables.receivable, {}, token);
    expect(rows).toMatchObject([{ id: shop.customer, notDue: '30', overdue: '0', total: '30' }]);
    const asked = { side: 'receivable', organId: shop.customer };
    const bills = await books.report(agedBillsTable, asked, token);
    expect(bills.rows).toMatchObject([{ openDebt: '30' }]);
  });

  test('a reader of the ageing sees neither hidden amounts nor partners of another company', async () => {
    const token = await open('ages-blind', { hidden: ['money'] });
    const { rows, totals } = await books.report(ageingTables.receivable, {}, token);
    for (const row of rows) expect(row).toMatchObject({ notDue: null, over90: null, total: null });
    expect(totals).toMatchObject({ total: null });
    expect(await books.status(ageingTables.receivable, { isOverdue: true }, token)).toBe(400);
    const other = await books.server.signIn('other');
    expect((await books.report(ageingTables.receivable, {}, other)).rows).toEqual([]);
    const bills = { side: 'receivable', organId: books.shop.customer };
    expect((await books.report(agedBillsTable, bills, other)).rows).toEqual([]);
  });
});

describe('a due reminder', () => {
  const told = (type: string) =>
    books.count(sql<{ user_id: string; title: string; open_page: string; subject_id: string }>`
      select user_id, title, open_page, subject_id from message where type = ${type} order by id`);
  const look = async (hour = 9) => {
    // The company's clock shows this hour now.
    const offset = ((hour - new Date().getUTCHours() + 36) % 24) - 12;
    const zone = `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
    await books.shop.set({ time_zone: offset === 0 ? 'UTC' : zone });
    await books.server.arrange(books.server.company, (tx) =>
      tellDue({ tx, tenantId: books.server.company.tenantId }),
    );
    await books.shop.set({ time_zone: 'Asia/Shanghai' });
  };

  test('a due reminder is sent in the morning, once per bill, to users who may read the bill', async () => {
    const { server, shop, tea } = books;
    await open('collects');
    await open('collects-ages', { pages: ['/report/receivable_ageing'] });
    const own = await open('collects-own', { scope: 'own' });
    await look(7);
    expect(await told('receivableDue')).toEqual([]);
    await look();
    const first = await told('receivableDue');
    const users = await books.count(sql<{ id: string; login_name: string }>`
      select id, login_name from app_user`);
    const named = (rows: typeof first) =>
      rows.map(({ user_id }) => users.find(({ id }) => id === user_id)?.login_name);
    expect(named(first)).toContain('collects');
    expect(named(first)).toContain('demo');
    expect(named(first)).not.toContain('collects-own');
    await look();
    expect(await told('receivableDue')).toHaveLength(first.length);
    const input = shop.input('saleOut', [lineOf(tea, '1', '30')], {
      ...at(2),
      paidNow: '0',
      paymentKind: 'cash',
    });
    const reply = await server.request('POST', '/depotHead/addDepotHeadAndDetail', input, own);
    const { data } = reply.json<{ data: { number: string } }>();
    await look();
    const rest = (await told('receivableDue')).slice(first.length);
    expect(named(rest)).toContain('collects-own');
    expect(named(rest)).toContain('collects');
    for (const { title } of rest) expect(title).toContain(data.number);
    // Several open the list of just these, a single one itself; where their reader may not, the ageing of all.
    for (const row of first.filter((one) => named([one])[0] !== 'collects-ages')) {
      const [page, query = ''] = row.open_page.split('?');
      expect(page).toBe('/bill/sale_out');
      const asked = [...new URLSearchParams(query)].filter(([, value]) => value !== '');
      expect(asked.map(([name]) => name)).toEqual(['dueOn', 'hasLastDebt']);
      const list = await books.report(documentTables.saleOut, {
        ...Object.fromEntries(asked),
        dueOn: asked[0]?.[1].split(','),
        hasLastDebt: true,
      });
      const told = list.rows.map(({ number, partnerName }) => `${number} ${partnerName}`);
      expect(told.length).toBeGreaterThan(1);
      const [, count, , names] = row.title.split(' — ');
      expect(count).toBe(String(told.length));
      expect(names?.split(', ').toSorted()).toEqual(told.toSorted());
    }
    expect(first.find((row) => named([row])[0] === 'collects-ages')?.open_page).toBe(
      '/report/receivable_ageing',
    );
    const opens = (name: string) => {
      const told = rest.find((row) => named([row])[0] === name);
      return [told?.open_page, told?.subject_id];
    };
    expect(opens('collects')).toEqual(['/bill/sale_out', data.number]);
    expect(opens('collects-ages')).toEqual(['/report/receivable_ageing', '']);
  });

  test('a due reminder writes sums with sign and decimals of the company’s currency', async () => {
    const { shop, tea } = books;
    await shop.goods('purchaseIn', [lineOf(tea, '1', '9000')], {
      ...at(2),
      paidNow: '0',
      paymentKind: 'cash',
    });
    await shop.set({ currency_symbol: 'RMB', currency_digits: '3' });
    await look();
    await shop.set({ currency_symbol: '¥', currency_digits: '2' });
    const titles = (await told('payableDue')).map(({ title }) => title.split(' — ')[2]);
    expect(titles).toContainEqual(expect.stringMatching(/RMB\d+,\d{3}\.\d{3}( |$)/));
  });

  test('a due reminder is not sent for paid bills, returns or bills of today', async () => {
    const { shop, tea } = books;
    const before = (await told('payableDue')).length;
    const paid = await shop.goods('purchaseIn', [lineOf(tea, '1', '9')], {
      ...at(2),
      paidNow: '0',
    });
    await shop.money('moneyOut', [{ settledDocumentId: paid.id, amount: '9' }], at(1));
    await shop.goods('purchaseBack', [lineOf(tea, '1', '9')], { ...at(2), paidNow: '0' });
    await shop.goods('purchaseIn', [lineOf(tea, '1', '9')], { paidNow: '0' });
    await look();
    expect(await told('payableDue')).toHaveLength(before);
  });
  const open = (name: string, more: object = {}) =>
    asRole({ server: books.server, company: books.server.company }, name, {
      pages: ['/report/receivable_ageing', '/bill/sale_out'],
      ...more,
    });
});

test('the ageing reports and their bills are exported to spreadsheets', async () => {
  for (const side of ['receivable', 'payable'] as const satisfies readonly AgeingSide[]) {
    for (const table of [ageingTables[side], agedBillsTable]) {
      const file = await books.server.request('GET', table.exportPath, {
        search: { side, organId: books.shop.customer },
      });
      expect(file.statusCode).toBe(200);
      expect(file.rawPayload.subarray(0, 2).toString()).toBe('PK');
    }
  }
});

test('undoing a receipt restores the ageing of its bill', async () => {
  const { server, shop } = books;
  const before = await books.report(ageingTables.receivable);
  const { rows } = await books.report(agedBillsTable, {
    side: 'receivable',
    organId: shop.otherCustomer,
  });
  const [bill] = rows;
  const paid = await shop.money(
    'moneyIn',
    [{ settledDocumentId: String(bill?.['id']), amount: String(bill?.['openDebt']) }],
    { partnerId: shop.otherCustomer },
  );
  expect(await books.report(ageingTables.receivable)).not.toEqual(before);
  await server.call(moneyDocuments.remove, { id: paid.id });
  expect(await books.report(ageingTables.receivable)).toEqual(before);
});

test('every invariant of the books holds after all ageing reports and reminders', async () => {
  expect(await books.shop.broken()).toEqual([]);
});
