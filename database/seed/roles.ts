import { menu } from './menu.ts';
import type { ButtonCode } from './menu.ts';

export type SeedLanguage = 'zh-cn' | 'en';
export type SeededRoleCode = 'manager' | 'salesperson' | 'keeper' | 'finance';

export interface SeededRole {
  readonly name: Readonly<Record<SeedLanguage, string>>;
  readonly dataScope: 'all' | 'institution' | 'own';
  readonly hiddenAmounts: readonly ('cost' | 'purchase' | 'retail' | 'sale' | 'money')[];
  /** Page url → buttons. */
  readonly pages: Readonly<Record<string, readonly ButtonCode[]>>;
}

const write: readonly ButtonCode[] = ['1', '3'];
const review: readonly ButtonCode[] = ['2', '3', '7'];
const see: readonly ButtonCode[] = [];
const print: readonly ButtonCode[] = ['5'];

const everyPage = Object.fromEntries(
  menu
    .filter(({ parent, platformOnly }) => parent !== '0' && platformOnly !== true)
    .map(({ url, buttons }) => [url, buttons]),
);

/** Reports on stock on hand, in transit, received and issued, for roles handling goods or values. */
const reportsOfStock: SeededRole['pages'] = {
  '/report/material_stock': see,
  '/report/goods_sku': see,
  '/report/inventory_in_transit': see,
  '/report/invoice_log': see,
  '/report/in_detail': see,
  '/report/out_detail': see,
  '/report/allocation_detail': see,
  '/report/in_material_count': see,
  '/report/out_material_count': see,
  '/report/in_out_stock_report': see,
  '/report/stock_warning_report': see,
  '/report/lot_stock': see,
  '/report/serial_trace': see,
  '/report/goods_expiration': see,
  '/report/own_report': see,
};

/** Four roles of a new company; the owner needs none. */
export const seededRoles: Readonly<Record<SeededRoleCode, SeededRole>> = {
  manager: {
    name: { 'zh-cn': '经理', en: 'Manager' },
    dataScope: 'all',
    hiddenAmounts: [],
    pages: everyPage,
  },
  salesperson: {
    name: { 'zh-cn': '销售员', en: 'Salesperson' },
    dataScope: 'own',
    hiddenAmounts: ['cost', 'purchase'],
    pages: {
      '/bill/retail_out': write,
      '/bill/retail_back': write,
      '/bill/purchase_apply': write,
      '/bill/replenishment': see,
      '/bill/sale_order': write,
      '/bill/external_order': write,
      '/bill/sale_out': write,
      '/bill/sale_back': write,
      '/bill/promotion': see,
      '/logistic/company': see,
      '/logistic/track': write,
      '/financial/money_in': write,
      '/financial/advance_in': write,
      '/report/material_stock': see,
      '/report/goods_sku': see,
      '/report/inventory_in_transit': see,
      '/report/sale_out_report': see,
      '/report/order_fulfillment_rate': see,
      '/report/retail_out_report': see,
      '/report/own_report': see,
      '/report/customer_account': see,
      '/report/receivable_ageing': see,
      '/report/member_account': see,
      '/material/material': see,
      '/material/label_print': print,
      '/material/price_list': see,
      '/material/third_relation': see,
      '/system/customer': write,
      '/system/member': write,
    },
  },
  // Keepers see purchase prices, because keepers write receipts; sale prices stay hidden.
  keeper: {
    name: { 'zh-cn': '仓管员', en: 'Warehouse keeper' },
    dataScope: 'all',
    hiddenAmounts: ['cost', 'retail', 'sale', 'money'],
    pages: {
      '/bill/purchase_apply': write,
      '/bill/replenishment': see,
      '/bill/purchase_order': see,
      '/bill/purchase_in': write,
      '/bill/purchase_back': write,
      '/bill/sale_order': see,
      '/bill/sale_out': see,
      '/bill/sale_back': see,
      '/bill/other_in': write,
      '/bill/other_out': write,
      '/bill/allocation_out': write,
      '/bill/assemble': write,
      '/bill/disassemble': write,
      '/bill/stock_check': write,
      '/bill/stock_check_replay': write,
      '/report/ungraded_adjust': write,
      '/logistic/company': see,
      '/logistic/track': write,
      '/report/set_lock_stock': see,
      ...reportsOfStock,
      '/material/material': see,
      '/material/label_print': print,
      '/system/depot': see,
    },
  },
  finance: {
    name: { 'zh-cn': '财务', en: 'Financial officer' },
    dataScope: 'all',
    hiddenAmounts: [],
    pages: {
      '/bill/retail_out': review,
      '/bill/retail_back': review,
      '/bill/purchase_review': review,
      '/bill/purchase_order': review,
      '/bill/purchase_in': review,
      '/bill/purchase_back': review,
      '/bill/sale_order': review,
      '/bill/sale_out': review,
      '/bill/sale_back': review,
      '/bill/stock_check_replay': review,
      '/logistic/company': see,
      '/logistic/track': see,
      '/logistic/freight': ['1', '2', '3'],
      '/financial/item_in': ['1', ...review],
      '/financial/item_out': ['1', ...review],
      '/financial/money_in': ['1', ...review],
      '/financial/money_out': ['1', ...review],
      '/financial/deposit_out': ['1', ...review],
      '/financial/deposit_in': ['1', ...review],
      '/financial/giro': ['1', ...review],
      '/financial/advance_in': ['1', ...review],
      '/financial/advance_out': ['1', ...review],
      '/financial/invoice': write,
      '/financial/bank_statement': write,
      '/financial/period_closing': review,
      '/financial/revaluation': write,
      '/financial/opening_debt': write,
      ...reportsOfStock,
      '/report/account_report': see,
      '/report/buy_in_report': see,
      '/report/sale_out_report': see,
      '/report/order_fulfillment_rate': see,
      '/report/retail_out_report': see,
      '/report/profit': see,
      '/report/customer_account': see,
      '/report/receivable_ageing': see,
      '/report/vendor_account': see,
      '/report/member_account': see,
      '/report/trial_balance': see,
      '/report/profit_statement': see,
      '/report/balance_sheet': see,
      '/report/journal': see,
      '/report/tax_report': see,
      '/report/account_detail': see,
      '/report/revenue_report': see,
      '/report/payable_ageing': see,
      '/material/price_list': see,
      '/system/vendor': see,
      '/system/customer': see,
      '/system/member': see,
      '/system/account': ['1'],
      '/system/exchange_rate': write,
      '/system/ledger_account': ['1'],
    },
  },
};
