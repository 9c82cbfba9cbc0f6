import {
  accountFlowTable,
  accountReportTable,
  accounts,
  accountStatistics,
  ageingTables,
  currentSettings,
  customerStatementTable,
  memberStatementTable,
  moneyDocuments,
  partnerFlowTables,
  partnerTables,
  statementTables,
} from '@tradehouse/contract';
import type { TableDeclaration } from '@tradehouse/contract';
import { decimal, toPlainDecimal } from '@tradehouse/domain';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asRole } from '../../document/testShop.ts';
import { at, daysAgo, someBooks } from '../testBooks.ts';
import type { Books, Row } from '../testBooks.ts';

let books: Books;
beforeAll(async () => {
  books = await someBooks();
});
afterAll(() => books.server.stop());

const text = (value: unknown) => toPlainDecimal(decimal(String(value ?? '0')));
const number = (row: Row | undefined, column: string) => decimal(String(row?.[column] ?? '0'));
const sides = [
  ['customer', 'receivable', 1, 'moneyIn'],
  ['supplier', 'payable', -1, 'moneyOut'],
] as const;

/** What partners owed at the end of a day, straight from the entries. */
const owed = async (purse: string, sign: number, day: string) => {
  const rows = await books.count(sql<{ id: string; amount: string }>`
    select id, sum(amount) as amount from (
      select to_id as id, amount from money_entry where to_purse = ${purse} and business_date <= ${day}::date
      union all
      select from_id, -amount from money_entry where from_purse = ${purse} and business_date <= ${day}::date) as flow
    group by id`);
  return Object.fromEntries(rows.map(({ id, amount }) => [id, text(decimal(amount).times(sign))]));
};

/** What money documents settled between two days, straight from their entries. */
const settledOf = async (purse: string, kind: string, sign: number, days: readonly string[]) => {
  const rows = await books.count(sql<{ id: string; amount: string }>`
    select flow.id, sum(flow.amount) as amount from (
      select document_id, business_date, to_id as id, -amount as amount from money_entry where to_purse = ${purse}
      union all
      select document_id, business_date, from_id, amount from money_entry where from_purse = ${purse}) as flow
    join document on document.id = flow.document_id and document.kind = ${kind}
    where flow.business_date between ${days[0]}::date and ${days[1]}::date
    group by flow.id`);
  return Object.fromEntries(rows.map(({ id, amount }) => [id, text(decimal(amount).times(sign))]));
};

describe.each(sides)('the statement of a %s', (type, purse, sign, kind) => {
  test.each([
    [400, 150],
    [149, 100],
    [99, 36],
    [35, 31],
    [30, 9],
    [8, 0],
  ])(
    'from %i to %i days ago has opening, new, settled and closing amounts equal to the entries',
    async (from, to) => {
      const [since, until] = [daysAgo(from), daysAgo(to)];
      const { rows, totals } = await books.report(statementTables[type], { dates: [since, until] });
      const [before, after] = [
        await owed(purse, sign, daysAgo(from + 1)),
        await owed(purse, sign, until),
      ];
      const settled = await settledOf(purse, kind, sign, [since, until]);
      expect(rows.length).toBeGreaterThanOrEqual(2);
      for (const row of rows) {
        expect(text(row['settled'])).toBe(settled[String(row['id'])] ?? '0');
        const id = String(row['id']);
        expect(text(row['opening'])).toBe(before[id] ?? '0');
        expect(text(row['closing'])).toBe(after[id] ?? '0');
        const worked = number(row, 'opening')
          .plus(number(row, 'newDebt'))
          .minus(number(row, 'settled'));
        expect(toPlainDecimal(worked)).toBe(text(row['closing']));
      }
      for (const column of ['opening', 'newDebt', 'settled', 'closing']) {
        const sum = rows.reduce((all, row) => all.plus(number(row, column)), decimal(0));
        expect(text(totals[column])).toBe(toPlainDecimal(sum));
      }
    },
  );

  test('the opening balance of a period equals the closing balance of the previous period', async () => {
    const cuts = [400, 150, 99, 60, 35, 20, 5, -1];
    for (const [index, from] of cuts.slice(0, -2).entries()) {
      const [middle, to] = [cuts[index + 1] ?? 0, cuts[index + 2] ?? 0];
      const one = await books.report(statementTables[type], {
        dates: [daysAgo(from), daysAgo(middle + 1)],
      });
      const next = await books.report(statementTables[type], {
        dates: [daysAgo(middle), daysAgo(Math.max(to, 0))],
      });
      const closing = new Map(one.rows.map((row) => [row['id'], text(row['closing'])]));
      for (const row of next.rows) expect(text(row['opening'])).toBe(closing.get(row['id']) ?? '0');
    }
  });
});

describe.each(sides)('the detail behind the statement of a %s', (type, _purse, _sign, kind) => {
  const table = partnerFlowTables[type];
  const sum = (rows: readonly Row[]) =>
    toPlainDecimal(rows.reduce((all, row) => all.plus(number(row, 'amount')), decimal(0)));

  test.each([
    [400, 150],
    [99, 36],
    [35, 0],
  ])('sums to the figures of the statement from %i to %i days ago', async (from, to) => {
    const dates = [daysAgo(from), daysAgo(to)];
    const { rows } = await books.report(statementTables[type], { dates });
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      const flow = async (days: readonly (string | null)[], more: object = {}) =>
        (await books.report(table, { organId: row['id'], dates: days, ...more })).rows;
      expect(sum(await flow([null, daysAgo(from + 1)]))).toBe(text(row['opening']));
      const others = table.columns.kind.choices.filter((one) => one !== kind);
      expect(sum(await flow(dates, { kinds: others }))).toBe(text(row['newDebt']));
      const all = await flow(dates);
      expect(sum(all.filter((one) => one['kind'] === kind))).toBe(
        toPlainDecimal(number(row, 'settled').negated()),
      );
      if (all.length > 0) expect(text(all[0]?.['balance'])).toBe(text(row['closing']));
    }
  });

  test('requires a partner of the reader’s company and access to the statement', async () => {
    expect(await books.status(table)).toBe(400);
    const other = await books.server.signIn('other');
    const { rows } = await books.report(statementTables[type], {});
    expect((await books.report(table, { organId: rows[0]?.['id'] }, other)).rows).toEqual([]);
    const page = type === 'customer' ? '/report/vendor_account' : '/report/customer_account';
    const beside = await asRole(books.shop, `beside-${type}`, { pages: [page] });
    expect(await books.status(table, { organId: rows[0]?.['id'] }, beside)).toBe(403);
  });
});

describe('a customer statement', () => {
  const month = () => ({ dates: [daysAgo(35), daysAgo(0)] });

  test('counts receipts in the settled column and returns against new debt', async () => {
    const { shop } = books;
    const [row] = (
      await books.report(customerStatementTable, { ...month(), organId: shop.customer })
    ).rows;
    expect(text(row?.['settled'])).toBe('100');
    // Two teas came back at 19 with 10 % tax; two at 25 and six cups at 5 were sold on credit.
    expect(text(row?.['newDebt'])).toBe('38.2');
  });

  test('filters by open debt', async () => {
    const owing = await books.report(customerStatementTable, { ...month(), hasDebt: true });
    const even = await books.report(customerStatementTable, { ...month(), hasDebt: false });
    for (const row of owing.rows) expect(text(row['closing'])).not.toBe('0');
    for (const row of even.rows) expect(text(row['closing'])).toBe('0');
    expect(owing.total + even.total).toBe(
      (await books.report(customerStatementTable, month())).total,
    );
  });

  test('a customer statement read by a salesperson counts only own documents', async () => {
    const { server, shop } = books;
    await server.addUser({ loginName: 'seller', role: 'salesperson' });
    const seller = await server.signIn('seller');
    const told = async (as?: string) => (await server.call(currentSettings, {}, as)).partOfBooks;
    expect([await told(seller), await told()]).toEqual([true, false]);
    expect((await books.report(customerStatementTable, month(), seller)).totals).toMatchObject({
      closing: '0',
    });
    const sale = shop.input(
      'saleOut',
      [{ barcode: books.tea.barcode, quantity: '1', unitPrice: '30' }],
      { paidNow: '0' },
    );
    const reply = await server.request('POST', '/depotHead/addDepotHeadAndDetail', sale, seller);
    expect(reply.statusCode).toBe(200);
    const { rows } = await books.report(
      customerStatementTable,
      { ...month(), hasDebt: true },
      seller,
    );
    expect(rows).toMatchObject([
      { id: shop.customer, opening: '0', newDebt: '30', settled: '0', closing: '30' },
    ]);
  });

  test('requires its own page, and hides amounts without money rights', async () => {
    const { server } = books;
    const seller = await server.signIn('seller');
    expect(await books.status(statementTables.supplier, {}, seller)).toBe(403);
    await server.addUser({
      loginName: 'blind',
      roleId: server.company.roleIds.manager,
      hideAmounts: true,
    });
    const blind = await server.signIn('blind');
    expect((await server.call(currentSettings, {}, blind)).hiddenAmounts).toContain('money');
    expect(await books.status(customerStatementTable, { hasDebt: true }, blind)).toBe(400);
    const { rows, totals } = await books.report(customerStatementTable, {}, blind);
    for (const row of rows)
      expect(row).toMatchObject({ opening: null, newDebt: null, settled: null, closing: null });
    expect(totals).toMatchObject({ closing: null });
    expect(
      (await books.report(customerStatementTable, {}, await server.signIn('other'))).rows,
    ).toEqual([]);
  });
});

describe('cash and bank accounts', () => {
  test('report the payments of this month and the current balance', async () => {
    const { rows, totals } = await books.report(accountReportTable);
    for (const row of rows) {
      const [counted] = await books.count(sql<{ amount: string }>`
        select coalesce(sum(case when to_purse = 'account' and to_id = ${row['id']} then amount else 0 end
          - case when from_purse = 'account' and from_id = ${row['id']} then amount else 0 end), 0) as amount from money_entry`);
      expect(text(row['balance'])).toBe(text(counted?.amount));
    }
    const sums = await books.server.call(accountStatistics, {});
    expect(text(sums.allCurrentAmount)).toBe(text(totals['balance']));
    expect(text(sums.allMonthAmount)).toBe(text(totals['monthAmount']));
    const till = await books.server.call(accountStatistics, { name: 'till' });
    expect(text(till.allCurrentAmount)).toBe(
      text(rows.find(({ name }) => name === 'Till')?.['balance']),
    );
  });

  test.each([150, 90, 31, 9, 0])(
    'of %i days ago report the balance and the payments of that day',
    async (days) => {
      const day = daysAgo(days);
      const { rows, totals } = await books.report(accountReportTable, { date: day });
      expect(rows.length).toBeGreaterThan(1);
      for (const row of rows) {
        const moved = async (since: string) => {
          const [counted] = await books.count(sql<{ amount: string }>`
          select coalesce(sum(case when to_purse = 'account' and to_id = ${row['id']} then amount else 0 end
            - case when from_purse = 'account' and from_id = ${row['id']} then amount else 0 end), 0) as amount
          from money_entry where business_date between ${since}::date and ${day}::date`);
          return text(counted?.amount);
        };
        expect(text(row['balance'])).toBe(await moved('1990-01-01'));
        const month = `${day.slice(0, 7)}-01`;
        expect(text(row['monthAmount'])).toBe(await moved(month));
        const flow = async (dates: readonly (string | null)[]) =>
          (await books.report(accountFlowTable, { accountId: row['id'], dates })).totals;
        expect(text((await flow([month, day]))['amount'])).toBe(text(row['monthAmount']));
        expect(text((await flow([null, day]))['amount'])).toBe(text(row['balance']));
      }
      const held = rows.reduce((sum, row) => sum.plus(number(row, 'balance')), decimal(0));
      expect(text(totals['balance'])).toBe(toPlainDecimal(held));
    },
  );

  test('list documents with a running balance that ends at the current balance', async () => {
    const { cash } = books.shop;
    const whole = await books.report(accountFlowTable, { accountId: cash });
    let held = decimal(0);
    for (const row of whole.rows.toReversed()) {
      held = held.plus(number(row, 'amount'));
      expect(text(row['balance'])).toBe(toPlainDecimal(held));
    }
    const report = await books.report(accountReportTable);
    expect(toPlainDecimal(held)).toBe(text(report.rows.find(({ id }) => id === cash)?.['balance']));
    const some = await books.report(accountFlowTable, {
      accountId: cash,
      dates: [daysAgo(95), daysAgo(20)],
    });
    const inside = whole.rows.filter(
      ({ date }) => String(date) >= daysAgo(95) && String(date) <= daysAgo(20),
    );
    expect(some.rows.map(({ id, amount, balance }) => [id, amount, balance])).toEqual(
      inside.map(({ id, amount, balance }) => [id, amount, balance]),
    );
    expect(some.rows.length).toBeGreaterThan(1);
  });

  // A condition that every row meets takes the long way, over all of them.
  test.each([
    [{}, 'all of it'],
    [{ dates: [daysAgo(95), null] }, 'since a day'],
    [{ dates: [null, daysAgo(20)] }, 'until a day'],
    [{ dates: [daysAgo(95), daysAgo(20)] }, 'between two days'],
    [{ dates: [daysAgo(900), daysAgo(800)] }, 'before it was opened'],
  ])(
    'have equal pages of the flow, read from the end or from the beginning: %j, %s',
    async (dates, _which) => {
      const read = (query: object) =>
        books.report(accountFlowTable, { accountId: books.shop.cash, ...dates }, undefined, query);
      const everyRow = JSON.stringify([{ field: 'sequence', rule: 'ge', val: '0' }]);
      const whole = await read({ pageSize: 500, superQueryParams: everyRow });
      expect(await read({ pageSize: 500 })).toEqual(whole);
      for (let currentPage = 1; currentPage <= whole.total / 2 + 1; currentPage += 1) {
        const page = { pageSize: 2, currentPage };
        expect(await read(page)).toEqual(await read({ ...page, superQueryParams: everyRow }));
      }
    },
  );

  test('have a flow with the document of their opening amount', async () => {
    const { id } = await books.server.call(accounts.add, { name: 'Safe', openingAmount: '75.5' });
    const kinds = ['openingBalance'];
    const { rows } = await books.report(accountFlowTable, { accountId: id, kinds });
    expect(rows).toMatchObject([{ kind: 'openingBalance', amount: '75.5', balance: '75.5' }]);
    const none = await books.report(accountFlowTable, { accountId: books.shop.cash, kinds });
    expect(none.rows).toEqual([]);
  });

  test('omit an undone document from the flow, and show the later receipt', async () => {
    const { bank, cash } = books.shop;
    const flow = await books.report(accountFlowTable, { accountId: bank });
    expect(flow.rows.map(({ amount }) => amount)).toEqual(['110']);
    const saved = await books.shop.money(
      'moneyIn',
      [{ amount: '25', settledDocumentId: await openSale() }],
      { ...at(2), partnerId: books.shop.otherCustomer },
    );
    const [newest] = (
      await books.report(accountFlowTable, { accountId: cash, number: saved.number })
    ).rows;
    expect(newest).toMatchObject({
      kind: 'moneyIn',
      amount: '25',
      partnerName: 'Di Stores',
      date: daysAgo(2),
    });
    await books.server.call(moneyDocuments.remove, { id: saved.id });
  });

  test('are reported only to users with access to all data, and only of the reader’s company', async () => {
    const { server, shop } = books;
    const role = await server.arrange(server.company, async (tx) => {
      const { tenantId } = server.company;
      const { id } = await tx
        .insertInto('role')
        .values({ tenant_id: tenantId, name: 'Partial', data_scope: 'own' })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('role_function')
        .values({
          tenant_id: tenantId,
          role_id: id,
          function_url: '/report/account_report',
          buttons: [],
        })
        .execute();
      return id;
    });
    await server.addUser({ loginName: 'partial', roleId: role });
    const partial = await server.signIn('partial');
    expect(await books.status(accountReportTable, {}, partial)).toBe(403);
    expect(await books.status(accountFlowTable, { accountId: shop.cash }, partial)).toBe(403);
    expect(await server.refusal(accountStatistics, {}, partial)).toMatchObject({ status: 403 });
    const other = await server.signIn('other');
    expect((await books.report(accountFlowTable, { accountId: shop.cash }, other)).rows).toEqual(
      [],
    );
    expect(await books.status(accountFlowTable)).toBe(400);
  });
});

/** A sale that Di Stores has not paid. */
async function openSale(): Promise<string> {
  const [row] = await books.count(sql<{ id: string }>`
    select id from document where kind = 'saleOut' and partner_id = ${books.shop.otherCustomer} and deleted_at is null`);
  return row?.id ?? '';
}

test('the reports of debts are exported to spreadsheets', async () => {
  for (const table of [accountReportTable, customerStatementTable]) {
    const file = await books.server.request('GET', table.exportPath, {
      search: { ...('fixed' in table ? table.fixed : {}) },
    });
    expect(file.statusCode).toBe(200);
    expect(file.rawPayload.subarray(0, 2).toString()).toBe('PK');
  }
});

const balanceTables: readonly TableDeclaration[] = [
  ...Object.values(statementTables),
  ...Object.values(partnerTables),
  ...Object.values(ageingTables),
  memberStatementTable,
];
test.each(balanceTables.map((table) => [table.id, table] as const))(
  'a file of %s notes the limited view of its reader',
  async (id, { exportPath = '', fixed, access }) => {
    const { server, shop } = books;
    const word = 'Only documents that you may see are counted';
    const pages = typeof access === 'object' && 'page' in access ? [access.page].flat() : [];
    const part = await asRole(shop, `part-${id}`, { pages, scope: 'own', buttons: ['1', '3'] });
    const titles = async (format: 'csv' | 'xlsx', as?: string, field?: string): Promise<string> => {
      const asked = { search: { ...fixed }, format, ...(field === undefined ? {} : { field }) };
      const file = await server.request('GET', exportPath, asked, as);
      expect(file.statusCode).toBe(200);
      if (format === 'xlsx')
        return (await readXlsx(file.rawPayload)).sheets[0]?.rows[0]?.join() ?? '';
      const [first = '', ...lines] = file.body.trim().split('\r\n');
      const cells = (line: string): number => line.replaceAll(/"[^"]*"/g, '').split(',').length;
      expect(lines.filter((line) => cells(line) !== cells(first))).toEqual([]);
      return first;
    };
    for (const format of ['csv', 'xlsx'] as const) {
      expect(await titles(format, part)).toContain(word);
      expect(await titles(format)).not.toContain(word);
      // What tells of no balance needs no word of it.
      expect(await titles(format, part, 'id,name')).not.toContain(word);
    }
  },
);

test('every invariant of the books holds after all statements and account reports', async () => {
  expect(await books.shop.broken()).toEqual([]);
});
