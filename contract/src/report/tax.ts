import { kindCodes } from '@tradehouse/domain';
import { defineTable } from '../table.ts';
import type { Filter, TableColumn } from '../table.ts';

export const taxPage = '/report/tax_report';

const money = { type: 'money', mask: 'money', width: 125 } as const;
/** `output`: on sales; `input`: on purchases. */
export const taxSides = ['output', 'input'] as const;
const called = { 'zh-cn': '销项/进项', en: 'Output or input' } as const;
const side = {
  type: 'choice',
  choices: taxSides,
  width: 110,
  called,
} as const satisfies TableColumn;
const sideFilter = {
  by: 'equals',
  columns: ['taxSide'],
  control: 'choice',
  choices: taxSides,
  first: true,
  called,
} as const satisfies Filter;
const rateName = {
  type: 'text',
  code: true,
  width: 150,
  called: { 'zh-cn': '税率', en: 'Rate' },
} as const satisfies TableColumn;

/** Rows of a rate, and of papers without a single rate; sums of a side; output less input. */
export const taxLines = ['rate', 'none', 'output', 'input', 'due'] as const;

/**
 * Tax by rate: bills beside fiscal invoices, and the difference, in company currency. An invoice has the
 * rates of its bills; without bills, the rate of net and tax. Returns are negative.
 */
export const taxReportTable = defineTable({
  id: 'taxReport',
  path: '/report/taxReport',
  exportPath: '/report/exportTaxReport',
  access: { page: taxPage },
  columns: {
    id: { type: 'text', code: true, hidden: true },
    sequence: { type: 'integer', hidden: true },
    taxLine: { type: 'choice', choices: taxLines, hidden: true },
    since: { type: 'day', hidden: true },
    until: { type: 'day', hidden: true },
    taxRate: { type: 'percent', hidden: true },
    period: {
      type: 'text',
      code: true,
      sortable: false,
      asksFor: 'byMonth',
      width: 110,
      called: { 'zh-cn': '期间', en: 'Period' },
    },
    taxSide: side,
    rateName,
    billedNet: { ...money, called: { 'zh-cn': '单据不含税金额', en: 'Bills, net' } },
    billedTax: { ...money, called: { 'zh-cn': '单据税额', en: 'Bills, tax' } },
    invoicedNet: { ...money, called: { 'zh-cn': '发票不含税金额', en: 'Invoices, net' } },
    invoicedTax: { ...money, called: { 'zh-cn': '发票税额', en: 'Invoices, tax' } },
    openNet: { ...money, called: { 'zh-cn': '未开票不含税差额', en: 'Not invoiced, net' } },
    openTax: { ...money, called: { 'zh-cn': '未开票税额差额', en: 'Not invoiced, tax' } },
  },
  filters: {
    dates: { by: 'own', control: 'dates', first: true, starts: 'thisMonth' },
    byMonth: {
      by: 'own',
      control: 'flag',
      first: true,
      called: { 'zh-cn': '每月一行', en: 'A row per month' },
    },
    taxSide: sideFilter,
  },
  nameColumn: 'rateName',
  facts: ['billedTax', 'invoicedTax', 'openTax'],
  statement: true,
  order: { column: 'sequence', direction: 'asc' },
  pageSize: 30,
});

/** Kinds of documents, and fiscal invoices. */
export const taxKinds = [...kindCodes, 'invoice'] as const;
export const taxPaperTypes = ['bills', 'invoices'] as const;

/** Bills and invoices behind a figure of the tax report: a row for each paper and rate. */
export const taxPapersTable = defineTable({
  id: 'taxPapers',
  path: '/report/taxPapers',
  exportPath: '/report/exportTaxPapers',
  access: { page: taxPage },
  columns: {
    id: { type: 'text', code: true, hidden: true },
    documentId: { type: 'id', hidden: true },
    invoiceId: { type: 'id', hidden: true },
    taxRate: { type: 'percent', hidden: true },
    date: { type: 'day', width: 110 },
    number: { type: 'text', code: true, width: 170 },
    kind: { type: 'choice', choices: taxKinds, width: 110 },
    partnerName: { type: 'text', width: 160 },
    currency: { type: 'text', code: true, width: 70, optional: true },
    taxSide: side,
    rateName,
    net: { ...money, sum: true, called: { 'zh-cn': '不含税金额', en: 'Net' } },
    tax: { ...money, sum: true, called: { 'zh-cn': '税额', en: 'Tax' } },
  },
  filters: {
    dates: { by: 'own', control: 'dates', first: true, starts: 'thisMonth' },
    taxSide: sideFilter,
    /** Rate of a row; `none` for invoices without a single rate. */
    taxRate: { by: 'own', control: 'text', linked: true },
    taxPapers: {
      by: 'own',
      control: 'choice',
      choices: taxPaperTypes,
      first: true,
      called: { 'zh-cn': '单据或发票', en: 'Bills or invoices' },
    },
    number: { by: 'contains', columns: ['number'], control: 'text', first: true },
    partnerName: { by: 'contains', columns: ['partnerName'], control: 'text', first: true },
  },
  nameColumn: 'number',
  facts: ['date', 'net', 'tax'],
  order: { column: 'date', direction: 'asc' },
});
