import { inOutItemTypes } from '@tradehouse/domain';
import { defineTable } from '../table.ts';

export const revenueReportPage = '/report/revenue_report';

const defineRevenueMonth = (zh: string, en: string) =>
  ({
    type: 'money',
    mask: 'money',
    width: 130,
    matters: 'some',
    called: { 'zh-cn': zh, en },
  }) as const;

/** Row types: all income or expense, a class with descendants, one item, or income less expense. */
export const revenueRows = ['type', 'class', 'item', 'net'] as const;

/**
 * Income and expense per month of a year (default: this year), by the tree of revenue classes down to
 * items. In base currency, of visible documents.
 */
export const revenueReportTable = defineTable({
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
    /** The first rows of the tree name the types. */
    type: { type: 'choice', choices: inOutItemTypes, optional: true, width: 70 },
    name: {
      type: 'text',
      sortable: false,
      width: 200,
      called: { 'zh-cn': '分类/项目', en: 'Category / item' },
    },
    total: { ...defineRevenueMonth('全年', 'Year'), matters: 'most' },
    m1: defineRevenueMonth('1月', 'Jan'),
    m2: defineRevenueMonth('2月', 'Feb'),
    m3: defineRevenueMonth('3月', 'Mar'),
    m4: defineRevenueMonth('4月', 'Apr'),
    m5: defineRevenueMonth('5月', 'May'),
    m6: defineRevenueMonth('6月', 'Jun'),
    m7: defineRevenueMonth('7月', 'Jul'),
    m8: defineRevenueMonth('8月', 'Aug'),
    m9: defineRevenueMonth('9月', 'Sep'),
    m10: defineRevenueMonth('10月', 'Oct'),
    m11: defineRevenueMonth('11月', 'Nov'),
    m12: defineRevenueMonth('12月', 'Dec'),
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
