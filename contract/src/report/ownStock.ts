import { stockTypes } from '@tradehouse/domain';
import type { TableColumn } from '../table.ts';
import { flow, worth } from './inOutStock.ts';
import { defineCustomReport } from './ownReport.ts';
import { stockReportFilters, salesFilters } from './tradeFilters.ts';

const value = { type: 'money', sum: true, mask: 'cost' } as const;

/** Stock and movements of the range, in base units and base currency. */
const stockFigures = {
  opening: flow.opening,
  came: flow.came,
  went: flow.went,
  changed: {
    type: 'quantity',
    sum: true,
    signed: true,
    called: { 'zh-cn': '净增减', en: 'Change' },
  },
  closing: flow.closing,
  openingValue: { ...value, called: { 'zh-cn': '期初金额', en: 'Opening value' } },
  changedValue: {
    ...value,
    signed: true,
    called: { 'zh-cn': '金额增减', en: 'Change of value' },
  },
  closingValue: worth.closingValue,
  cost: { ...worth.cost, called: { 'zh-cn': '单位成本', en: 'Unit cost' } },
} as const satisfies Readonly<Record<string, TableColumn>>;

/**
 * Stock in the chosen warehouses over a date range, counted like in `inOutStockTable`: transfers between
 * two of them count in and out. By month with movements; its opening and closing don't add up and have no
 * total. Value is closing × average cost at that moment.
 */
export const stockOwnTable = defineCustomReport({
  subject: 'stock',
  figures: stockFigures,
  shown: ['came', 'went', 'closing', 'closingValue'],
  levels: ['product', 'category', 'brand', 'warehouse', 'stockType', 'month'],
  ranksBy: ['closingValue', 'closing'],
  filters: {
    keyword: salesFilters.keyword,
    materialId: salesFilters.materialId,
    brandId: salesFilters.brandId,
    warehouses: stockReportFilters.warehouses,
    category: salesFilters.category,
    ownCategory: salesFilters.ownCategory,
    stockType: { by: 'own', control: 'choices', choices: stockTypes },
  },
  pages: ['/report/in_out_stock_report', '/report/material_stock'],
});
