// The SQL of reports and lists, one file a report: a review reads a changed query like code.
import fs from 'node:fs';
import path from 'node:path';
import {
  accountReportTable,
  boughtOwnTable,
  cashOwnTable,
  costLedgerTable,
  customerStatementTable,
  documentTables,
  inOutStockTable,
  itemsOwnTable,
  pagesOfAccess,
  profitTable,
  receivableAgeingTable,
  saleOutTable,
  salesRankTable,
  salesRatioTable,
  soldOwnTable,
  stockLedgerTable,
  stockOnHandTable,
  stockOwnTable,
  tradeProfitTable,
  taxReportTable,
  trialBalanceTable,
} from '@tradehouse/contract';
import type { TableDeclaration } from '@tradehouse/contract';
import { everyTable } from '@tradehouse/contract/declared';
import { documentKinds } from '@tradehouse/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '../../kernel/access/index.ts';
import { recordStatements } from '../../testing.ts';
import { homePage } from './home.ts';
import { someBooks } from './testBooks.ts';
import type { Books } from './testBooks.ts';
import { layOutSql } from './testSql.ts';

const FOLDER = path.join(import.meta.dirname, 'sql');

let books: Books;
beforeAll(async () => {
  books = await someBooks();
});
afterAll(() => books.server.stop());

type Scope = Context['scope'];

interface ReportRequest {
  readonly table: TableDeclaration;
  /** Filters. Days are past: today decides which part of a current month is read. */
  readonly search?: object;
  /** Requested columns; default: the columns with which the page opens. */
  readonly columns?: readonly string[];
  /** Limits of the reader; default: none. */
  readonly scope?: Partial<Scope>;
}

const quarter = ['2024-01-01', '2024-03-31'] as const;
const partsOfMonths = ['2024-01-09', '2024-03-12'] as const;
const month = ['2024-03-01', '2024-03-31'] as const;
const day = '2024-03-12';
const id = '1';

const limitedScope: Partial<Scope> = {
  documents: { of: 'own' },
  warehouseIds: [id],
  customerIds: [id],
};

const requests: Readonly<Record<string, ReportRequest>> = {
  salesRankByProduct: {
    table: salesRankTable,
    search: {
      dates: quarter,
      level: 'product',
      compare: 'before',
      measure: 'amount',
      top: '20',
      trend: true,
    },
  },
  salesRankByCustomer: {
    table: salesRankTable,
    search: { dates: quarter, level: 'customer', compare: 'yearBefore', measure: 'profit' },
  },
  salesRatioByCategory: {
    table: salesRatioTable,
    search: { dates: quarter, level: 'category', compare: 'before' },
  },
  tradeProfitByDocument: {
    table: tradeProfitTable,
    search: { dates: partsOfMonths, level: 'document' },
  },
  soldByCustomerAndMonth: {
    table: soldOwnTable,
    search: {
      dates: quarter,
      level: 'customer',
      second: 'month',
      compare: 'before',
      measure: 'amount',
      top: '20',
    },
    columns: [
      'name',
      'secondName',
      'documents',
      'amount',
      'amountGrowth',
      'partOfFirst',
      'grouped',
    ],
  },
  soldByProductAndSalesperson: {
    table: soldOwnTable,
    search: {
      dates: partsOfMonths,
      level: 'product',
      second: 'salesperson',
      measure: 'amount',
    },
    columns: ['name', 'secondName', 'quantity', 'amount', 'profit', 'share', 'abc'],
  },
  soldByWarehouseAndCategory: {
    table: soldOwnTable,
    search: {
      dates: partsOfMonths,
      level: 'warehouse',
      second: 'category',
      measure: 'amount',
      keyword: 'tea',
    },
    columns: ['name', 'secondName', 'quantity', 'amount', 'margin'],
  },
  boughtBySupplierInLimitedScope: {
    table: boughtOwnTable,
    search: {
      dates: partsOfMonths,
      level: 'supplier',
      compare: 'yearBefore',
      measure: 'amount',
      institution: id,
    },
    columns: ['name', 'documents', 'quantity', 'amount', 'price', 'amountGrowth'],
    scope: limitedScope,
  },
  saleOutStatistics: { table: saleOutTable, search: { dates: quarter, warehouses: [id] } },
  stockByProduct: {
    table: stockOwnTable,
    search: {
      dates: partsOfMonths,
      level: 'product',
      compare: 'before',
      measure: 'closing',
      top: '20',
    },
  },
  stockByWarehouseAndMonth: {
    table: stockOwnTable,
    search: {
      dates: quarter,
      level: 'warehouse',
      second: 'month',
      measure: 'closing',
      category: id,
    },
  },
  cashByAccountAndMonth: {
    table: cashOwnTable,
    search: { dates: quarter, level: 'account', second: 'month', measure: 'received' },
  },
  cashByPartner: {
    table: cashOwnTable,
    search: {
      dates: partsOfMonths,
      level: 'partner',
      compare: 'before',
      measure: 'received',
      kinds: ['moneyIn'],
    },
  },
  itemsByClass: {
    table: itemsOwnTable,
    search: { dates: quarter, level: 'revenueClass', measure: 'income', trend: true },
    columns: ['name', 'income', 'expense', 'netIncome', 'trend'],
  },
  itemsByAccountInLimitedScope: {
    table: itemsOwnTable,
    search: {
      dates: quarter,
      level: 'account',
      second: 'type',
      measure: 'income',
      institution: id,
    },
    scope: limitedScope,
  },
  stockOnHand: { table: stockOnHandTable, search: { date: day } },
  stockLedger: { table: stockLedgerTable, search: { materialId: id, dates: quarter } },
  stockLedgerOfAllGoods: { table: stockLedgerTable, search: { dates: month } },
  costLedger: { table: costLedgerTable, search: { materialId: id, dates: quarter } },
  inOutStock: { table: inOutStockTable, search: { dates: partsOfMonths } },
  receivableAgeing: { table: receivableAgeingTable, search: { date: day } },
  customerStatement: { table: customerStatementTable, search: { dates: quarter } },
  profitStatement: { table: profitTable, search: { dates: quarter } },
  trialBalance: { table: trialBalanceTable, search: { dates: quarter } },
  taxReport: { table: taxReportTable, search: { dates: quarter } },
  accountBalances: { table: accountReportTable, search: { date: day } },
  salesWithKeyword: { table: documentTables.saleOut, search: { materialParam: 'Product' } },
};

/** Every page, so that missing rights leave out nothing. */
const pages: Scope['pages'] = new Map(
  [
    ...everyTable.flatMap(({ access }) => pagesOfAccess(access)),
    ...Object.values(documentKinds).flatMap(({ url }) => url ?? []),
  ].map((page) => [page, new Set<string>()]),
);

const recordWithin = (
  scope: Partial<Scope>,
  use: (context: Context) => Promise<unknown>,
): Promise<readonly string[]> =>
  books.shop.asOwner((context) =>
    recordStatements({ ...context, scope: { ...context.scope, pages, ...scope } }, use),
  );

/** Reads a page of a list as its route does, without the statements of the session. */
async function readListPage(
  context: Context,
  { table, search = {}, columns = openingColumns(table) }: ReportRequest,
): Promise<void> {
  const { lists } = books.server.app.kernel;
  const read = lists.get(table.path);
  if (read === undefined) throw new Error(`no list at ${table.path}`);
  // SAFETY: a list reads only these parts of the call.
  const call = {
    scope: context.scope,
    whileWaited: (work: (gone: AbortSignal) => Promise<unknown>) =>
      work(new AbortController().signal),
    readAside: async (use: (context: Context) => Promise<unknown>) => ({
      answer: await use(context),
      age: null,
    }),
  } as unknown as Parameters<typeof read>[0];
  await read(call, {
    search: JSON.stringify({ ...table.fixed, ...search }),
    field: columns.join(','),
  });
}

const openingColumns = ({ columns }: TableDeclaration): readonly string[] =>
  Object.entries(columns).flatMap(([name, { optional }]) => (optional === true ? [] : [name]));

/** Statements of each snapshot. */
const recordings: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  ...Object.fromEntries(
    Object.entries(requests).map(([name, request]) => [
      name,
      () => recordWithin(request.scope ?? {}, (context) => readListPage(context, request)),
    ]),
  ),
  home: () => recordWithin({}, homePage),
};

test.each(Object.entries(recordings))(
  'the SQL of %s equals its file (npx vitest run server/src/modules/report/sqlSnapshots -u)',
  async (name, record) => {
    const text = (await record()).map((statement) => `${layOutSql(statement)};\n`).join('\n');
    await expect(text).toMatchFileSnapshot(path.join(FOLDER, `${name}.sql`));
  },
);

test('the snapshot folder holds a file for each report and no other', () => {
  const names = Object.keys(recordings).map((name) => `${name}.sql`);
  expect(fs.readdirSync(FOLDER).toSorted()).toEqual(names.toSorted());
});
