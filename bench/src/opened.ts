import {
  accountStatistics,
  filterStart,
  home,
  monthlyFigures,
  reports,
  statistics,
} from '@tradehouse/contract';
import type { Access, TableDeclaration } from '@tradehouse/contract';
import { companyTables, neededSearch } from '@tradehouse/contract/declared';
import { menu } from '@tradehouse/database';
import type { BenchCompany } from './company.ts';
import { drawOneOf } from './draw.ts';
import { todayOfBenchCompany } from './reading.ts';
import type { ReadCall } from './reading.ts';

/** Opening request of a list, a report or the home page. */
export interface OpenedScreen {
  readonly name: string;
  /** Limit at a million documents: p95 in milliseconds. */
  readonly budget: number;
  ask(company: BenchCompany): ReadCall;
}

/** Limits in milliseconds: list, report not named below, home page request. */
const LIST = 30;
const FULL_REPORT = 1000;
const HOME_PAGE = 50;
/** Reports with their own limit: stock at a date, movements with totals, debts. */
const named: Readonly<Record<string, number>> = {
  stockByWarehouse: 10,
  stockOnHand: 300,
  stockLedger: 300,
  costLedger: 300,
  customerStatement: 50,
  supplierStatement: 50,
  debts: 50,
  receivableAgeing: 100,
  payableAgeing: 100,
};

export const budgetOf = (table: TableDeclaration): number =>
  named[table.id] ?? (reports.includes(table) ? FULL_REPORT : LIST);

/** Parameters that a page always sends, even if optional: open bills are the paying partner's. */
const always: Readonly<Record<string, (company: BenchCompany) => object>> = {
  debts: ({ customerIds }) => ({ organId: drawOneOf(customerIds) }),
};

/** Builds a screen's opening request: selector, required filters and initial filter values. */
function buildOpeningQuery(
  table: TableDeclaration,
  company: BenchCompany,
): Readonly<Record<string, unknown>> {
  const { productIds, customerIds, accountId } = company;
  const starts = Object.entries(table.filters)
    .map(([name, filter]) => [name, filterStart(filter, todayOfBenchCompany())] as const)
    .filter(([, value]) => value !== undefined);
  return {
    ...neededSearch(table, {
      product: drawOneOf(productIds),
      account: accountId,
      partner: drawOneOf(customerIds),
      customer: drawOneOf(customerIds),
      supplier: drawOneOf(customerIds),
      // Ids of suppliers and members are unknown here; a customer has none of their movements.
      member: drawOneOf(customerIds),
    }),
    ...Object.fromEntries(starts),
    ...always[table.id]?.(company),
  };
}

const pages: ReadonlySet<string> = new Set(menu.map(({ url }) => url));
const hasPage = (access: Access): boolean =>
  access === 'signedIn' ||
  (typeof access === 'object' &&
    'page' in access &&
    [access.page].flat().some((page) => pages.has(page)));

/** Requests only shown columns if a table's figures each take time. */
const shownFields = ({ asksShown, columns }: TableDeclaration): object => {
  const shown = Object.entries(columns).filter(([, { optional }]) => optional !== true);
  return asksShown === true ? { field: shown.map(([name]) => name).join() } : {};
};

const thisYear = (): readonly string[] => [
  `${todayOfBenchCompany().slice(0, 4)}-01-01`,
  todayOfBenchCompany(),
];

const openedTable = (table: TableDeclaration, level?: string): OpenedScreen => ({
  name: level === undefined ? table.id : `${table.id} by ${level}`,
  budget: budgetOf(table),
  ask: (company) => ({
    path: table.path,
    query: {
      search: {
        ...buildOpeningQuery(table, company),
        ...(level !== undefined && { level, dates: thisYear() }),
      },
      ...shownFields(table),
      currentPage: 1,
      pageSize: 10,
    },
  }),
});

const ofHomePage = [home, statistics, monthlyFigures, accountStatistics].map(
  ({ path }): OpenedScreen => ({
    name: path,
    budget: HOME_PAGE,
    ask: () => ({ path, query: {} }),
  }),
);

/** Every list and report in the menu, and the home page's requests. */
export const everyOpened: readonly OpenedScreen[] = [
  ...companyTables.filter(({ access }) => hasPage(access)).map((table) => openedTable(table)),
  ...ofHomePage,
];

/** Every custom report by each dimension: this year until today, initial columns. */
export const everyDimension: readonly OpenedScreen[] = companyTables
  .filter(({ asksShown }) => asksShown === true)
  .flatMap((table) =>
    (table.filters['level']?.choices ?? []).map((level) => openedTable(table, level)),
  );

/** Declared lists without a page in the menu. */
export const withoutPage: readonly string[] = companyTables
  .filter(({ access }) => !hasPage(access))
  .map(({ id }) => id);
