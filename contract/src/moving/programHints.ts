import type { Called } from '../phrase/called.ts';
import type { MovingStep } from './movingSteps.ts';

/** Programs with known exports. */
export const movingPrograms = {
  erpnext: 'ERPNext',
  odoo: 'Odoo',
  jsherp: 'jshERP',
} as const;

export type MovingProgram = keyof typeof movingPrograms;

type StepHints = Readonly<Record<MovingStep, Called>>;

/** Export of each program for each step. */
export const programHints: Readonly<Record<MovingProgram, StepHints>> = {
  erpnext: {
    warehouses: {
      'zh-cn': 'Warehouse 列表（不含 Group），名称照录。',
      en: 'The Warehouse list, without groups; keep the names.',
    },
    suppliers: {
      'zh-cn': 'Data Export › Supplier，导出为 Excel 或 CSV。',
      en: 'Data Export › Supplier, as Excel or CSV.',
    },
    customers: {
      'zh-cn': 'Data Export › Customer，导出为 Excel 或 CSV。',
      en: 'Data Export › Customer, as Excel or CSV.',
    },
    members: {
      'zh-cn': 'ERPNext 没有会员：筛选零售客户的 Customer Group 后导出。',
      en: 'ERPNext has no members: export the Customer Group of your retail customers.',
    },
    products: {
      'zh-cn':
        'Data Export › Item，包含 Item Code、Item Name、Default Unit of Measure 与 Barcodes。',
      en: 'Data Export › Item, with Item Code, Item Name, Default Unit of Measure and Barcodes.',
    },
    priceLists: {
      'zh-cn': 'Data Export › Item Price，按 Price List 分别导出。',
      en: 'Data Export › Item Price, each Price List in turn.',
    },
    openingStock: {
      'zh-cn': '报表 Stock Balance；按批次管理时用 Batch-Wise Balance History。日期为迁入日。',
      en: 'Report Stock Balance, or Batch-Wise Balance History for lots, as of the day of the move.',
    },
    openingDebts: {
      'zh-cn': '报表 Accounts Receivable 与 Accounts Payable，按单据列示。',
      en: 'Reports Accounts Receivable and Accounts Payable, by voucher.',
    },
    accounts: {
      'zh-cn': '报表 Trial Balance 中 Cash 与 Bank 科目的余额。',
      en: 'Balances of the Cash and Bank accounts in the Trial Balance.',
    },
  },
  odoo: {
    warehouses: {
      'zh-cn': '库存 › 配置 › 仓库，名称照录。',
      en: 'Inventory › Configuration › Warehouses; keep the names.',
    },
    suppliers: {
      'zh-cn': '采购 › 供应商，列表视图全选后“导出”。',
      en: 'Purchase › Vendors: select all in the list view, then Export.',
    },
    customers: {
      'zh-cn': '销售 › 客户，列表视图全选后“导出”。',
      en: 'Sales › Customers: select all in the list view, then Export.',
    },
    members: {
      'zh-cn': '销售点 › 客户，筛选零售客户后导出。',
      en: 'Point of Sale › Customers: filter the retail customers, then Export.',
    },
    products: {
      'zh-cn': '库存 › 产品变体，导出内部参考、条码、名称、单位、成本与售价。',
      en: 'Inventory › Product Variants, with reference, barcode, name, unit, cost and price.',
    },
    priceLists: {
      'zh-cn': '销售 › 价格表，导出价格表规则。',
      en: 'Sales › Pricelists: export the pricelist rules.',
    },
    openingStock: {
      'zh-cn': '库存 › 报告 › 位置，导出产品、位置、批次与数量。',
      en: 'Inventory › Reporting › Locations, with product, location, lot and quantity.',
    },
    openingDebts: {
      'zh-cn': '会计 › 客户结算单与供应商账单，筛选未付后导出。',
      en: 'Accounting › Customer Invoices and Vendor Bills: filter the unpaid, then Export.',
    },
    accounts: {
      'zh-cn': '会计 › 试算平衡表中银行与现金科目的余额。',
      en: 'Balances of the bank and cash accounts in the Trial Balance.',
    },
  },
  jsherp: {
    warehouses: {
      'zh-cn': '基础资料 › 仓库信息，名称照录。',
      en: '基础资料 › 仓库信息; keep the names.',
    },
    suppliers: { 'zh-cn': '基础资料 › 供应商信息 › 导出。', en: '基础资料 › 供应商信息 › 导出.' },
    customers: { 'zh-cn': '基础资料 › 客户信息 › 导出。', en: '基础资料 › 客户信息 › 导出.' },
    members: { 'zh-cn': '基础资料 › 会员信息 › 导出。', en: '基础资料 › 会员信息 › 导出.' },
    products: { 'zh-cn': '商品管理 › 商品信息 › 导出。', en: '商品管理 › 商品信息 › 导出.' },
    priceLists: {
      'zh-cn': 'jshERP 没有价格表：零售价、销售价随商品信息导入。',
      en: 'jshERP has no price lists: its prices are in 商品信息.',
    },
    openingStock: {
      'zh-cn': '报表查询 › 商品库存 › 导出，按仓库分别导出。',
      en: '报表查询 › 商品库存 › 导出, each warehouse in turn.',
    },
    openingDebts: {
      'zh-cn': '财务管理 › 收款单、付款单中的欠款单据；合计见客户对账、供应商对账。',
      en: 'Open bills of 收款单 and 付款单; totals in 客户对账 and 供应商对账.',
    },
    accounts: {
      'zh-cn': '报表查询 › 账户统计中的当前余额。',
      en: 'Balances in 报表查询 › 账户统计.',
    },
  },
};
