import type { Insertable } from 'kysely';
import type { Database } from '../src/database.generated.ts';

type Type = Insertable<Database['ledger_account']>['type'];
type Role = Insertable<Database['ledger_role']>['role'];

interface ChartRow {
  readonly code: string;
  readonly type: Type;
  readonly zh: string;
  readonly en: string;
  /** Ledger roles posted to the account, until the company decides otherwise. */
  readonly roles: readonly Role[];
}

const makeChartRow = (
  code: string,
  type: Type,
  [zh, en]: readonly [zh: string, en: string],
  ...roles: readonly Role[]
): ChartRow => ({ code, type, zh, en, roles });

/** Initial chart of accounts: the part of 小企业会计准则 used by a trading company. */
// prettier-ignore
export const chart: readonly ChartRow[] = [
  makeChartRow('1001', 'asset', ['库存现金', 'Cash on hand']),
  makeChartRow('1002', 'asset', ['银行存款', 'Bank deposits'], 'account'),
  makeChartRow('1012', 'asset', ['其他货币资金', 'Other monetary funds']),
  makeChartRow('1101', 'asset', ['短期投资', 'Short-term investments']),
  makeChartRow('1121', 'asset', ['应收票据', 'Notes receivable']),
  makeChartRow('1122', 'asset', ['应收账款', 'Accounts receivable'], 'receivable'),
  makeChartRow('1123', 'asset', ['预付账款', 'Advances to suppliers'], 'depositPaid'),
  makeChartRow('1221', 'asset', ['其他应收款', 'Other receivables']),
  makeChartRow('1402', 'asset', ['在途物资', 'Goods in transit']),
  makeChartRow('1403', 'asset', ['原材料', 'Raw materials']),
  makeChartRow('1405', 'asset', ['库存商品', 'Goods in stock'], 'inventory'),
  makeChartRow('1601', 'asset', ['固定资产', 'Fixed assets']),
  makeChartRow('1602', 'asset', ['累计折旧', 'Accumulated depreciation']),
  makeChartRow('1701', 'asset', ['无形资产', 'Intangible assets']),
  makeChartRow('1702', 'asset', ['累计摊销', 'Accumulated amortisation']),
  makeChartRow('1801', 'asset', ['长期待摊费用', 'Long-term deferred expenses']),
  makeChartRow('1901', 'asset', ['待处理财产损溢', 'Property gains and losses pending']),
  makeChartRow('2001', 'liability', ['短期借款', 'Short-term loans']),
  makeChartRow('2201', 'liability', ['应付票据', 'Notes payable']),
  makeChartRow('2202', 'liability', ['应付账款', 'Accounts payable'], 'payable'),
  makeChartRow('2203', 'liability', ['预收账款', 'Advances from customers'], 'depositReceived'),
  makeChartRow('220301', 'liability', ['会员预存款', 'Prepayments of members'], 'prepaid'),
  makeChartRow('220302', 'liability', ['会员赠送余额', 'Bonuses of members'], 'bonus'),
  makeChartRow('220303', 'liability', ['会员赠送待抵减', 'Bonuses not spent yet'], 'bonusGiven'),
  makeChartRow('2211', 'liability', ['应付职工薪酬', 'Wages payable']),
  makeChartRow('2221', 'liability', ['应交税费', 'Taxes payable']),
  makeChartRow('222101', 'liability', ['应交增值税（进项税额）', 'VAT payable (input tax)'], 'taxIn'),
  makeChartRow('222102', 'liability', ['应交增值税（销项税额）', 'VAT payable (output tax)'], 'taxOut'),
  makeChartRow('2231', 'liability', ['应付利息', 'Interest payable']),
  makeChartRow('2232', 'liability', ['应付利润', 'Profit payable']),
  makeChartRow('2241', 'liability', ['其他应付款', 'Other payables'], 'carrier'),
  makeChartRow('2501', 'liability', ['长期借款', 'Long-term loans']),
  makeChartRow('3001', 'equity', ['实收资本', 'Paid-in capital'], 'opening'),
  makeChartRow('3002', 'equity', ['资本公积', 'Capital reserve']),
  makeChartRow('3101', 'equity', ['盈余公积', 'Surplus reserve']),
  makeChartRow('3103', 'equity', ['本年利润', 'Profit for the year'], 'profit'),
  makeChartRow('3104', 'equity', ['利润分配（未分配利润）', 'Retained profit'], 'retained'),
  makeChartRow('5001', 'revenue', ['主营业务收入', 'Sales revenue'], 'sales'),
  makeChartRow('500101', 'revenue', ['会员赠送抵减收入', 'Sales paid with bonuses'], 'bonusSpent'),
  makeChartRow('5051', 'revenue', ['其他业务收入', 'Other operating revenue'], 'freight', 'fee', 'income'),
  makeChartRow('5111', 'revenue', ['投资收益', 'Investment income']),
  makeChartRow('5301', 'gain', ['营业外收入', 'Non-operating income']),
  makeChartRow('5401', 'cost', ['主营业务成本', 'Cost of sales'], 'costOfSales'),
  makeChartRow('5402', 'cost', ['其他业务成本', 'Other operating cost']),
  makeChartRow('5403', 'cost', ['税金及附加', 'Taxes and surcharges']),
  makeChartRow('5601', 'expense', ['销售费用', 'Selling expenses'], 'freightCost'),
  makeChartRow('5602', 'expense', ['管理费用', 'Administrative expenses'], 'expense'),
  makeChartRow('5603', 'expense', ['财务费用', 'Financial expenses'], 'paymentFee', 'discount', 'exchange', 'rounding'),
  makeChartRow('5711', 'loss', ['营业外支出', 'Non-operating expenses']),
  makeChartRow('5801', 'incomeTax', ['所得税费用', 'Income tax']),
];

/**
 * Ledger accounts of first records with an unusual account: a till is no bank, interest is no sale. By
 * name.
 */
export const standsUnder: Readonly<Record<string, string>> = {
  现金: '1001',
  Cash: '1001',
  利息收入: '5603',
  Interest: '5603',
  运费: '5601',
  Freight: '5601',
};
