import { stockTypes } from '@tradehouse/domain';
import type { Column } from '../table.ts';
import { flow, worth } from './inOutStock.ts';
import { own } from './ownReport.ts';
import { askedStock, narrowed } from './tradeFilters.ts';

const value = { type: 'money', sum: true, mask: 'cost' } as const;

/** What lay there and what moved in some days, in base units and base currency. */
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
} as const satisfies Readonly<Record<string, Column>>;

/**
 * What lay in the chosen warehouses before a range of days, what came and went in it, and what is left at its end, as
 * `inOutStockTable` counts: a transfer between two of them comes and goes. By month, of each month that goods moved in: what
 * lay there at its beginning and end does not add up over months, and has no total. Value is closing times the company's
 * average cost of that moment.
 */
export const stockOwnTable = own({
  subject: 'stock',
  figures: stockFigures,
  shown: ['came', 'went', 'closing', 'closingValue'],
  levels: ['product', 'category', 'brand', 'warehouse', 'stockType', 'month'],
  ranksBy: ['closingValue', 'closing'],
  narrowed: {
    keyword: narrowed.keyword,
    materialId: narrowed.materialId,
    brandId: narrowed.brandId,
    warehouses: askedStock.warehouses,
    category: narrowed.category,
    ownCategory: narrowed.ownCategory,
    stockType: { by: 'own', control: 'choices', choices: stockTypes },
  },
  pages: ['/report/in_out_stock_report', '/report/material_stock'],
});
