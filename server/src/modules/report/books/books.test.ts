import {
  balanceSheetMonthsTable,
  balanceSheetTable,
  ledgerAccountChoices,
  ledgerAccounts,
  ledgerDetailTable,
  ledgerRoleList,
  profitMonthsTable,
  profitTable,
  trialBalanceMonthsTable,
  trialBalanceTable,
  updateLedgerRoles,
} from '@tradehouse/contract';
import { decimal, monthsWithin, toPlainDecimal, yearBefore } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayBefore } from '../laterPeriods.ts';
import { daysAgo, at, someBooks } from '../testBooks.ts';
import type { Books, Row } from '../testBooks.ts';

let books: Books;
beforeAll(async () => {
  books = await someBooks();
  const { shop } = books;
  await shop.money('itemOut', [{ itemId: shop.expenseItem, amount: '70' }], {
    ...at(32),
    accountId: shop.bank,
  });
  await shop.money('giro', [{ accountId: shop.cash, amount: '40' }], {
    ...at(30),
    accountId: shop.bank,
  });
  await shop.money('advanceIn', [{ accountId: shop.cash, amount: '55' }], at(29));
  await shop.goods('saleOrder', [{ barcode: books.tea.barcode, quantity: '1', unitPrice: '20' }], {
    ...at(28),
    paidNow: '9',
    currency: 'EUR',
    exchangeRate: '1.111111',
    status: '1',
  });
});
afterAll(() => books.server.stop());

const figure = (row: Row | undefined, column: string): Decimal =>
  decimal(String(row?.[column] ?? '0'));
const text = (amount: Decimal): string => toPlainDecimal(amount);
const totalOf = (rows: readonly Row[], column: string): string =>
  text(rows.reduce((all, row) => all.plus(figure(row, column)), decimal(0)));
const lineOf = (rows: readonly Row[], line: string): Row | undefined =>
  rows.find((row) => row['line'] === line);
const byCode = (rows: readonly Row[], code: string): Row | undefined =>
  rows.find((row) => row['code'] === code);

/** What a purse holds at the end of a day, straight from the entries. */
const heldBy = async (purse: string, day: string): Promise<string> => {
  const [row] = await books.count(sql<{ amount: string }>`
    select coalesce(sum(case when to_purse = ${purse} then amount else 0 end)
      - sum(case when from_purse = ${purse} then amount else 0 end), 0) as amount
    from money_entry where business_date <= ${day}::date and ${purse} in (to_purse, from_purse)`);
  return text(decimal(row?.amount ?? '0'));
};

const ranges = [
  [400, 150],
  [149, 100],
  [99, 36],
  [35, 31],
  [30, 9],
  [8, 0],
] as const;
const closed = (day: string | null): Promise<void> => books.shop.set({ closed_until: day });
const lastYearEnd = `${Number(daysAgo(0).slice(0, 4)) - 1}-12-31`;

describe.each([
  ['while no year is closed', false],
  ['once last year is closed', true],
] as const)('the books %s', (_, carried) => {
  beforeAll(() => closed(carried ? lastYearEnd : null));
  afterAll(() => closed(null));

  test.each(ranges)(
    'from %i to %i days ago have equal debit and credit totals',
    async (from, to) => {
      const dates = [daysAgo(from), daysAgo(to)];
      const { rows, totals } = await books.report(trialBalanceTable, { dates });
      expect(rows.length).toBeGreaterThan(0);
      for (const pair of [
        ['openingDebit', 'openingCredit'],
        ['debit', 'credit'],
        ['closingDebit', 'closingCredit'],
      ] as const) {
        expect(totals[pair[0]]).toBe(totals[pair[1]]);
        expect(text(decimal(String(totals[pair[0]])))).toBe(totalOf(rows, pair[0]));
      }
      for (const row of rows) {
        const closing = figure(row, 'closingDebit').minus(figure(row, 'closingCredit'));
        const worked = figure(row, 'openingDebit')
          .minus(figure(row, 'openingCredit'))
          .plus(figure(row, 'debit'))
          .minus(figure(row, 'credit'));
        expect(text(closing)).toBe(text(worked));
      }
      const sheet = (await books.report(balanceSheetTable, { dates })).rows;
      for (const column of ['opening', 'closing'])
        expect(lineOf(sheet, 'assetSum')?.[column]).toBe(
          lineOf(sheet, 'liabilityAndEquity')?.[column],
        );
    },
  );

  test('without a first day open with zero, and close with the balances of today', async () => {
    const of = async (dates?: readonly [null, string | null]) =>
      (await books.report(trialBalanceTable, dates === undefined ? {} : { dates })).totals;
    const all = await of([null, null]);
    expect([all['openingDebit'], all['openingCredit']]).toEqual(['0', '0']);
    expect(Number(all['closingDebit'])).toBeGreaterThan(0);
    expect(await of([null, daysAgo(0)])).toEqual(all);
    expect(await of()).toEqual(all);
  });

  test('the opening balance of a period equals the closing balance of the previous period', async () => {
    for (const table of [trialBalanceTable, balanceSheetTable]) {
      const pairs =
        table === trialBalanceTable
          ? ([
              ['closingDebit', 'openingDebit'],
              ['closingCredit', 'openingCredit'],
            ] as const)
          : ([['closing', 'opening']] as const);
      const cuts = [400, ...ranges.map(([, to]) => to - 1)];
      for (const [index, from] of cuts.slice(0, -2).entries()) {
        const [middle = 0, to = 0] = cuts.slice(index + 1);
        const one = await books.report(table, { dates: [daysAgo(from), daysAgo(middle + 1)] });
        const next = await books.report(table, { dates: [daysAgo(middle), daysAgo(to + 1)] });
        const codes = new Set([...one.rows, ...next.rows].map((row) => row['code'] ?? row['line']));
        for (const code of codes) {
          const of = ({ rows }: { readonly rows: readonly Row[] }): Row | undefined =>
            rows.find((row) => (row['code'] ?? row['line']) === code);
          for (const [closing, opening] of pairs)
            expect(text(figure(of(one), closing)), String(code)).toBe(
              text(figure(of(next), opening)),
            );
        }
      }
    }
  });

  test.each([
    ['no first day', [null, daysAgo(0)], 'report.monthsNeedDays'],
    ['no last day', [daysAgo(0), null], 'report.monthsNeedDays'],
    ['a last day before the first', [daysAgo(0), daysAgo(200)], 'request.field'],
    ['more months than five years have', ['1971-01-01', daysAgo(0)], 'report.tooManyMonths'],
  ])('cannot be split into months of a period with %s', async (_what, dates, key) => {
    for (const { path } of [trialBalanceTable, balanceSheetTable, profitTable]) {
      const asked = { search: { dates, byMonth: true } };
      const reply = await books.server.request('GET', path, asked);
      expect(reply.json()).toMatchObject({ data: { key, field: 'dates' } });
    }
  });

  test('by month show the figures of each month read alone', async () => {
    const dates = [daysAgo(200), daysAgo(0)];
    for (const table of [trialBalanceTable, balanceSheetTable, profitTable]) {
      const { rows } = await books.report(table, { dates, byMonth: true });
      const months = [
        ...new Set(rows.map((row) => `${String(row['since'])} ${String(row['until'])}`)),
      ];
      expect(months.length).toBeGreaterThan(5);
      for (const month of months) {
        const alone = await books.report(table, { dates: month.split(' ') });
        const told = new Map(
          rows
            .filter((row) => `${String(row['since'])} ${String(row['until'])}` === month)
            .map((row) => [row['code'] ?? row['line'], row]),
        );
        for (const row of alone.rows) {
          const { id: _id, sequence: _sequence, period: _period, ...figures } = row;
          expect(told.get(row['code'] ?? row['line'])).toMatchObject(figures);
        }
      }
    }
  });

  test('can be traced to ledger entries and documents summing to each figure', async () => {
    const dates = [daysAgo(99), daysAgo(0)];
    const { rows } = await books.report(trialBalanceTable, { dates });
    for (const row of rows) {
      const ledgerAccount = row['ledgerAccountId'];
      const moved = await books.report(ledgerDetailTable, { ledgerAccount, dates });
      expect(text(decimal(moved.totals['debit'] ?? '0'))).toBe(text(figure(row, 'debit')));
      expect(text(decimal(moved.totals['credit'] ?? '0'))).toBe(text(figure(row, 'credit')));
      const closing = figure(row, 'closingDebit').minus(figure(row, 'closingCredit'));
      if (moved.rows.length > 0)
        expect(text(figure(moved.rows.at(-1), 'balance'))).toBe(text(closing));
      const all = await books.report(ledgerDetailTable, { ledgerAccount, dates: [null, dates[1]] });
      expect(text(decimal(all.totals['debit'] ?? '0').minus(all.totals['credit'] ?? '0'))).toBe(
        text(closing),
      );
    }
    const sheet = (await books.report(balanceSheetTable, { dates })).rows;
    const profit = byCode(sheet, '3103');
    const behind = await books.report(ledgerDetailTable, {
      ledgerAccount: profit?.['ledgerAccountId'],
      dates: [null, dates[1]],
    });
    expect(text(decimal(behind.totals['credit'] ?? '0').minus(behind.totals['debit'] ?? '0'))).toBe(
      text(figure(profit, 'closing')),
    );
  });
});

describe('the balance sheet', () => {
  test('values goods, receivables and payables like the ledger entries', async () => {
    const until = daysAgo(31);
    const { rows } = await books.report(balanceSheetTable, { dates: [daysAgo(99), until] });
    expect(byCode(rows, '1405')?.['closing']).toBe(await heldBy('inventory', until));
    expect(byCode(rows, '1122')?.['closing']).toBe(await heldBy('receivable', until));
    expect(text(figure(byCode(rows, '2202'), 'closing').negated())).toBe(
      await heldBy('payable', until),
    );
  });

  test('lists prepayments of members apart from advances of customers', async () => {
    const { rows } = await books.report(balanceSheetTable, { dates: [daysAgo(29), daysAgo(0)] });
    expect(byCode(rows, '220301')).toMatchObject({ opening: '0', increase: '55', closing: '55' });
    expect(byCode(rows, '2203')).toMatchObject({ closing: '10' });
  });

  test('moves a year’s profit to closed years once the year is closed', async () => {
    const dates = [daysAgo(20), daysAgo(0)];
    const before = (await books.report(balanceSheetTable, { dates })).rows;
    await closed(lastYearEnd);
    const after = (await books.report(balanceSheetTable, { dates })).rows;
    await closed(null);
    const sum = (rows: readonly Row[]) =>
      text(figure(byCode(rows, '3103'), 'closing').plus(figure(byCode(rows, '3104'), 'closing')));
    expect(sum(after)).toBe(sum(before));
    const [earned] = await books.count(sql<{ amount: string }>`
      select coalesce(sum(case when from_purse in ('sales', 'discount', 'exchange', 'rounding', 'costOfSales', 'item', 'fee', 'freight')
          then amount else 0 end)
        - sum(case when to_purse in ('sales', 'discount', 'exchange', 'rounding', 'costOfSales', 'item', 'fee', 'freight')
          then amount else 0 end), 0) as amount
      from money_entry where business_date <= ${lastYearEnd}::date`);
    expect(text(figure(byCode(after, '3104'), 'closing'))).toBe(
      text(decimal(earned?.amount ?? '0')),
    );
  });
});

describe('profit and loss', () => {
  test('is revenue less cost and expenses', async () => {
    const dates = [daysAgo(99), daysAgo(0)];
    const { rows } = await books.report(profitTable, { dates });
    const of = (line: string) => figure(lineOf(rows, line), 'amount');
    expect(text(of('operatingProfit'))).toBe(
      text(of('revenueSum').minus(of('costSum')).minus(of('expenseSum'))),
    );
    expect(text(of('netProfit'))).toBe(text(of('profitBeforeTax').minus(of('incomeTaxSum'))));
    expect(byCode(rows, '5602')).toMatchObject({ amount: '70', before: '0' });
    const sales = decimal(await heldBy('sales', dates[1] ?? '')).minus(
      await heldBy('sales', daysAgo(100)),
    );
    expect(text(figure(byCode(rows, '5001'), 'amount'))).toBe(text(sales.negated()));
  });

  test('shows the figures of the previous period beside the current period', async () => {
    const before = await books.report(profitTable, { dates: [daysAgo(69), daysAgo(35)] });
    const { rows } = await books.report(profitTable, { dates: [daysAgo(34), daysAgo(0)] });
    for (const line of ['revenueSum', 'costSum', 'netProfit']) {
      expect(text(figure(lineOf(rows, line), 'before'))).toBe(
        text(figure(lineOf(before.rows, line), 'amount')),
      );
    }
  });

  test('profit and loss of a period without trade shows its lines at zero', async () => {
    const { rows } = await books.report(profitTable, { dates: ['2001-01-01', '2001-01-31'] });
    expect(rows.map((row) => row['line'])).toContain('netProfit');
    expect(lineOf(rows, 'netProfit')).toMatchObject({ amount: '0', before: '0' });
  });
});

describe('the chart of accounts', () => {
  const idOf = async (code: string): Promise<string> => {
    const [row] = (await books.report(ledgerAccounts.table, { code })).rows;
    return String(row?.['id']);
  };

  test('moves figures when a role moves to another account', async () => {
    const { server } = books;
    const { id } = await server.call(ledgerAccounts.add, {
      code: '560203',
      name: '房租',
      accountType: 'expense',
    });
    const role = { role: 'expense', ledgerAccountId: id } as const;
    expect(await server.call(updateLedgerRoles, { roles: [role] })).toEqual({ changed: 1 });
    const dates = [daysAgo(99), daysAgo(0)];
    const { rows } = await books.report(profitTable, { dates });
    expect(byCode(rows, '560203')).toMatchObject({ amount: '70' });
    expect(byCode(rows, '5602')).toBeUndefined();
    expect(await server.refusal(ledgerAccounts.remove, { id })).toMatchObject({
      key: 'record.inBooks',
    });
    const back = { role: 'expense', ledgerAccountId: await idOf('5602') } as const;
    await server.call(updateLedgerRoles, { roles: [back] });
    await server.call(ledgerAccounts.remove, { id });
    expect(await books.shop.broken()).toEqual([]);
  });

  test('refuses a role on a wrong account type, a new type of a used account, and a taken code', async () => {
    const { server } = books;
    const asset = await idOf('1122');
    expect(
      await server.refusal(updateLedgerRoles, {
        roles: [{ role: 'sales', ledgerAccountId: asset }],
      }),
    ).toMatchObject({ key: 'ledgerAccount.wrongType', data: { field: 'sales' } });
    const fitting = (await server.call(ledgerAccountChoices, {})).find(({ id }) => id === asset);
    expect(fitting).toEqual({ id: asset, name: '1122 Accounts receivable', accountType: 'asset' });
    expect(await server.call(ledgerRoleList, {})).toContainEqual({
      role: 'receivable',
      ledgerAccountId: asset,
      name: '1122 Accounts receivable',
    });
    const info = await server.call(ledgerAccounts.infoCall, { id: asset });
    expect(
      await server.refusal(ledgerAccounts.update, {
        id: asset,
        version: info.version,
        code: '1122',
        name: '应收账款',
        accountType: 'revenue',
      }),
    ).toMatchObject({ key: 'ledgerAccount.typeStays' });
    expect(
      await server.refusal(ledgerAccounts.add, {
        code: '1122',
        name: '另一个',
        accountType: 'asset',
      }),
    ).toMatchObject({ key: 'ledgerAccount.codeTaken', data: { field: 'code' } });
  });

  test('a ledger account of another company is reported missing', async () => {
    const { server } = books;
    const token = await server.signIn('other');
    const [theirs] = (await books.report(ledgerAccounts.table, { code: '5001' }, token)).rows;
    expect(
      await server.refusal(updateLedgerRoles, {
        roles: [{ role: 'sales', ledgerAccountId: String(theirs?.['id']) }],
      }),
    ).toMatchObject({ status: 404, key: 'record.missing' });
    expect((await books.report(ledgerDetailTable, { ledgerAccount: theirs?.['id'] })).rows).toEqual(
      [],
    );
  });
});

describe('months side by side', () => {
  const dates = [daysAgo(200), daysAgo(0)] as const;
  const months = monthsWithin(...dates, 12);
  const beside = [trialBalanceMonthsTable, balanceSheetMonthsTable, profitMonthsTable];

  const key = (row: Row): unknown => row['code'] ?? row['line'];
  /** A figure of every account and line, as a report of those days tells it. */
  const told = async (
    table: Parameters<Books['report']>[0],
    days: readonly string[],
    of: (row: Row) => Decimal,
  ): Promise<ReadonlyMap<unknown, string>> => {
    const { rows } = await books.report(table, { dates: days });
    return new Map(
      rows.flatMap((row) => (of(row).isZero() ? [] : [[key(row), text(of(row))] as const])),
    );
  };
  const ofColumn = (column: string) => (row: Row) => figure(row, column);
  const closing = (row: Row): Decimal =>
    figure(row, 'closingDebit').minus(figure(row, 'closingCredit'));
  const opening = (row: Row): Decimal =>
    figure(row, 'openingDebit').minus(figure(row, 'openingCredit'));

  test.each([
    [
      trialBalanceMonthsTable,
      trialBalanceTable,
      { debit: ofColumn('debit'), credit: ofColumn('credit'), closing },
    ],
    [balanceSheetMonthsTable, balanceSheetTable, { closing: ofColumn('closing') }],
    [profitMonthsTable, profitTable, { amount: ofColumn('amount') }],
  ] as const)(
    'equal the report of each single month read alone: %#',
    async (side, alone, figures) => {
      expect(months.length).toBeGreaterThan(5);
      for (const [place, month] of months.entries())
        for (const [name, of] of Object.entries(figures))
          expect(
            await told(side, dates, ofColumn(`${name}${place + 1}`)),
            `${name} ${month[0]}`,
          ).toEqual(await told(alone, month, of));
    },
  );

  test.each([
    [
      trialBalanceMonthsTable,
      trialBalanceTable,
      { opening, debit: ofColumn('debit'), credit: ofColumn('credit'), closing },
    ],
    [
      balanceSheetMonthsTable,
      balanceSheetTable,
      { opening: ofColumn('opening'), change: ofColumn('change') },
    ],
    [
      profitMonthsTable,
      profitTable,
      {
        amount: ofColumn('amount'),
        lastYear: ofColumn('lastYear'),
        yearChange: ofColumn('yearChange'),
        yearChangeRate: ofColumn('yearChangeRate'),
      },
    ],
  ] as const)('add up to the report of all months: %#', async (side, alone, figures) => {
    for (const [name, of] of Object.entries(figures))
      expect(await told(side, dates, ofColumn(name)), name).toEqual(await told(alone, dates, of));
  });

  test('show the matching days of the previous year beside the months', async () => {
    const short = [daysAgo(40), daysAgo(0)] as const;
    const days = yearBefore(short) ?? [];
    await books.shop.money('itemOut', [{ itemId: books.shop.expenseItem, amount: '33' }], {
      time: `${days[0]}T04:00:00.000Z`,
      accountId: books.shop.bank,
    });
    const before = await told(profitTable, days, ofColumn('amount'));
    expect(before.size).toBeGreaterThan(3);
    expect(await told(profitTable, short, ofColumn('lastYear'))).toEqual(before);
    expect(await told(profitMonthsTable, short, ofColumn('lastYear'))).toEqual(before);
  });

  test.each([
    ['without a first day', [null, daysAgo(0)], 'report.monthsNeedDays'],
    ['of more than a year', [daysAgo(400), daysAgo(0)], 'report.tooManyMonths'],
  ])('are refused %s', async (_what, asked, reason) => {
    for (const { path } of beside) {
      const reply = await books.server.request('GET', path, { search: { dates: asked } });
      expect(reply.json()).toMatchObject({ data: { key: reason, field: 'dates' } });
    }
  });

  test.each([
    ['Trial balance', beside[0]],
    ['Balance sheet', beside[1]],
    ['Profit and loss', beside[2]],
  ])(
    'an export of %s is a sheet with the report’s name and the months on top',
    async (page, table) => {
      const { exportPath = '' } = table ?? {};
      const reply = await books.server.request('GET', exportPath, { search: { dates } });
      const [sheet] = (await readXlsx(reply.rawPayload)).sheets;
      expect(sheet?.name).toBe(page);
      const titles = (sheet?.rows[0] ?? []).map(String);
      const named = titles
        .filter((title) => /^\d{4}-\d\d/.test(title))
        .map((title) => title.slice(0, 7));
      expect([...new Set(named)]).toEqual(months.map(([first]) => first.slice(0, 7)));
      expect(titles.some((title) => title.includes('undefined'))).toBe(false);
    },
  );
});

describe('the whole company’s books', () => {
  const tables = [
    trialBalanceTable,
    balanceSheetTable,
    profitTable,
    ledgerDetailTable,
    trialBalanceMonthsTable,
    balanceSheetMonthsTable,
    profitMonthsTable,
  ];
  const dates = [dayBefore(daysAgo(30)), daysAgo(0)];

  test('are open to the finance role and closed to salespeople', async () => {
    const { server } = books;
    await server.addUser({ loginName: 'bookkeeper', role: 'finance' });
    const bookkeeper = await server.signIn('bookkeeper');
    for (const table of tables) expect(await books.status(table, { dates }, bookkeeper)).toBe(200);
    await server.addUser({ loginName: 'seller2', role: 'salesperson' });
    const seller = await server.signIn('seller2');
    for (const table of tables) expect(await books.status(table, { dates }, seller)).toBe(403);
  });

  test.each([
    ['sees own documents alone', sql`data_scope = 'own'`],
    ['may not see what goods cost', sql`hidden_amounts = '{cost}'`],
    ['may not see amounts of money', sql`hidden_amounts = '{money}'`],
  ] as const)('are closed to a bookkeeper who %s', async (_, change) => {
    const { server } = books;
    const name = `limited${String(Math.random()).slice(2, 9)}`;
    await server.addUser({ loginName: name, role: 'finance' });
    const set = (columns: typeof change) =>
      server.arrange(server.company, async (tx) => {
        await sql`update role set ${columns} where type = 'finance'`.execute(tx);
      });
    await set(change);
    const token = await server.signIn(name);
    for (const table of tables) {
      const status = await books.status(table, { dates }, token);
      if (status !== 403) {
        const { rows } = await books.report(table, { dates }, token);
        const shown = rows.flatMap((row) =>
          Object.entries(table.columns).flatMap(([column, { type }]) =>
            type === 'money' ? [row[column]] : [],
          ),
        );
        expect(new Set(shown)).toEqual(new Set([null]));
      }
    }
    await set(sql`data_scope = 'all', hidden_amounts = '{}'` as never);
  });
});
