import {
  accountStatistics,
  filterStart,
  home,
  monthlyFigures,
  reports,
  statistics,
} from '@tradehouse/contract';
import type { Access, Table } from '@tradehouse/contract';
import { companyTables, neededSearch } from '@tradehouse/contract/declared';
import { menu } from '@tradehouse/database';
import type { Company } from './company.ts';
import { oneOf } from './draw.ts';
import { today } from './reading.ts';
import type { Asked } from './reading.ts';

/** A list, a report or what the home page asks, as its screen first asks it. */
export interface Opened {
  readonly name: string;
  /** What design §6 allows at a million documents, p95 in milliseconds. */
  readonly budget: number;
  ask(company: Company): Asked;
}

/** What design §6 allows, in milliseconds: a list, a report that is not named below, and what the home page asks. */
const LIST = 30;
const FULL_REPORT = 1000;
const HOME_PAGE = 50;
/** What design §6 names: stock at a date, what came and went with its totals, what is owed. */
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

export const budgetOf = (table: Table): number =>
  named[table.id] ?? (reports.includes(table) ? FULL_REPORT : LIST);

/** What a page always asks with, though the table does not insist: open bills are those of the partner who pays. */
const always: Readonly<Record<string, (company: Company) => object>> = {
  debts: ({ customerIds }) => ({ organId: oneOf(customerIds) }),
};

/** What a screen asks when it opens: what picks the table, what it can't do without, and what its filters start with. */
function opening(table: Table, company: Company): Readonly<Record<string, unknown>> {
  const { productIds, customerIds, accountId } = company;
  const starts = Object.entries(table.filters)
    .map(([name, filter]) => [name, filterStart(filter, today())] as const)
    .filter(([, value]) => value !== undefined);
  return {
    ...neededSearch(table, {
      product: oneOf(productIds),
      account: accountId,
      partner: oneOf(customerIds),
      customer: oneOf(customerIds),
      supplier: oneOf(customerIds),
      // Of suppliers and members no ids are known here: a customer has none of their flow.
      member: oneOf(customerIds),
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

/** Of a table whose figures each take time a screen asks those that it shows. */
const shownFields = ({ asksShown, columns }: Table): object => {
  const shown = Object.entries(columns).filter(([, { optional }]) => optional !== true);
  return asksShown === true ? { field: shown.map(([name]) => name).join() } : {};
};

const thisYear = (): readonly string[] => [`${today().slice(0, 4)}-01-01`, today()];

const openedTable = (table: Table, level?: string): Opened => ({
  name: level === undefined ? table.id : `${table.id} by ${level}`,
  budget: budgetOf(table),
  ask: (company) => ({
    path: table.path,
    query: {
      search: {
        ...opening(table, company),
        ...(level !== undefined && { level, dates: thisYear() }),
      },
      ...shownFields(table),
      currentPage: 1,
      pageSize: 10,
    },
  }),
});

const ofHomePage = [home, statistics, monthlyFigures, accountStatistics].map(
  ({ path }): Opened => ({
    name: path,
    budget: HOME_PAGE,
    ask: () => ({ path, query: {} }),
  }),
);

/** Every list and every report that the menu leads to, and what the home page asks. */
export const everyOpened: readonly Opened[] = [
  ...companyTables.filter(({ access }) => hasPage(access)).map((table) => openedTable(table)),
  ...ofHomePage,
];

/** Every own report by each of its dimensions: this year until today, by the columns that it opens with. */
export const everyDimension: readonly Opened[] = companyTables
  .filter(({ asksShown }) => asksShown === true)
  .flatMap((table) =>
    (table.filters['level']?.choices ?? []).map((level) => openedTable(table, level)),
  );

/** Lists that the contract declares and no page of the menu leads to. */
export const withoutPage: readonly string[] = companyTables
  .filter(({ access }) => !hasPage(access))
  .map(({ id }) => id);
