import { inOutItemTypes } from '@tradehouse/domain';
import { table } from '../table.ts';

export const revenueReportPage = '/report/revenue_report';

const month = (zh: string, en: string) =>
  ({
    type: 'money',
    mask: 'money',
    width: 130,
    matters: 'some',
    called: { 'zh-cn': zh, en },
  }) as const;

/** What a row sums: all income or all expense, a class with all below it, one item, or income less expense. */
export const revenueRows = ['type', 'class', 'item', 'net'] as const;

/**
 * What income and expense items brought and took in each month of a year, by the tree of revenue classes: of each type its
 * classes, those below them, and their items. Without a year: of this one. In base currency; of the documents that the reader
 * may see.
 */
export const revenueReportTable = table({
  id: 'revenueReport',
  path: '/report/revenueReport',
  exportPath: '/report/exportRevenueReport',
  access: { page: revenueReportPage },
  columns: {
    id: { type: 'text', code: true, hidden: true },
    sequence: { type: 'integer', hidden: true },
    row: { type: 'choice', choices: revenueRows, hidden: true },
    depth: { type: 'integer', hidden: true },
    recordId: { type: 'id', hidden: true },
    year: { type: 'text', code: true, hidden: true },
    type: { type: 'choice', choices: inOutItemTypes, width: 70 },
    name: {
      type: 'text',
      sortable: false,
      width: 200,
      called: { 'zh-cn': '分类/项目', en: 'Category / item' },
    },
    total: { ...month('全年', 'Year'), matters: 'most' },
    m1: month('1月', 'Jan'),
    m2: month('2月', 'Feb'),
    m3: month('3月', 'Mar'),
    m4: month('4月', 'Apr'),
    m5: month('5月', 'May'),
    m6: month('6月', 'Jun'),
    m7: month('7月', 'Jul'),
    m8: month('8月', 'Aug'),
    m9: month('9月', 'Sep'),
    m10: month('10月', 'Oct'),
    m11: month('11月', 'Nov'),
    m12: month('12月', 'Dec'),
  },
  filters: {
    year: {
      by: 'own',
      control: 'year',
      first: true,
      starts: 'thisYear',
      called: { 'zh-cn': '年度', en: 'Year' },
    },
    type: {
      by: 'own',
      control: 'choice',
      choices: inOutItemTypes,
      first: true,
    },
    revenueClass: { by: 'own', control: 'revenueClass', first: true },
  },
  nameColumn: 'name',
  facts: ['type', 'total'],
  inOrder: true,
  order: { column: 'sequence', direction: 'asc' },
  pageSize: 30,
});
