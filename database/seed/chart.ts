import type { Insertable } from 'kysely';
import type { Database } from '../src/database.generated.ts';

type Type = Insertable<Database['ledger_account']>['type'];
type Role = Insertable<Database['ledger_role']>['role'];

interface ChartRow {
  readonly code: string;
  readonly type: Type;
  readonly zh: string;
  readonly en: string;
  /** What of the books stands here, until the company says otherwise. */
  readonly roles: readonly Role[];
}

const row = (
  code: string,
  type: Type,
  [zh, en]: readonly [zh: string, en: string],
  ...roles: readonly Role[]
): ChartRow => ({ code, type, zh, en, roles });

/** The chart that a new company starts with: what of 小企业会计准则 a trading company uses. */
// prettier-ignore
export const chart: readonly ChartRow[] = [
  row('1001', 'asset', ['库存现金', 'Cash on hand']),
  row('1002', 'asset', ['银行存款', 'Bank deposits'], 'account'),
  row('1012', 'asset', ['其他货币资金', 'Other monetary funds']),
  row('1101', 'asset', ['短期投资', 'Short-term investments']),
  row('1121', 'asset', ['应收票据', 'Notes receivable']),
  row('1122', 'asset', ['应收账款', 'Accounts receivable'], 'receivable'),
  row('1123', 'asset', ['预付账款', 'Advances to suppliers'], 'depositPaid'),
  row('1221', 'asset', ['其他应收款', 'Other receivables']),
  row('1402', 'asset', ['在途物资', 'Goods in transit']),
  row('1403', 'asset', ['原材料', 'Raw materials']),
  row('1405', 'asset', ['库存商品', 'Goods in stock'], 'inventory'),
  row('1601', 'asset', ['固定资产', 'Fixed assets']),
  row('1602', 'asset', ['累计折旧', 'Accumulated depreciation']),
  row('1701', 'asset', ['无形资产', 'Intangible assets']),
  row('1702', 'asset', ['累计摊销', 'Accumulated amortisation']),
  row('1801', 'asset', ['长期待摊费用', 'Long-term deferred expenses']),
  row('1901', 'asset', ['待处理财产损溢', 'Property gains and losses pending']),
  row('2001', 'liability', ['短期借款', 'Short-term loans']),
  row('2201', 'liability', ['应付票据', 'Notes payable']),
  row('2202', 'liability', ['应付账款', 'Accounts payable'], 'payable'),
  row('2203', 'liability', ['预收账款', 'Advances from customers'], 'depositReceived'),
  row('220301', 'liability', ['会员预存款', 'Prepayments of members'], 'prepaid'),
  row('220302', 'liability', ['会员赠送余额', 'Bonuses of members'], 'bonus'),
  row('220303', 'liability', ['会员赠送待抵减', 'Bonuses not spent yet'], 'bonusGiven'),
  row('2211', 'liability', ['应付职工薪酬', 'Wages payable']),
  row('2221', 'liability', ['应交税费', 'Taxes payable']),
  row('222101', 'liability', ['应交增值税（进项税额）', 'VAT payable (input tax)'], 'taxIn'),
  row('222102', 'liability', ['应交增值税（销项税额）', 'VAT payable (output tax)'], 'taxOut'),
  row('2231', 'liability', ['应付利息', 'Interest payable']),
  row('2232', 'liability', ['应付利润', 'Profit payable']),
  row('2241', 'liability', ['其他应付款', 'Other payables']),
  row('2501', 'liability', ['长期借款', 'Long-term loans']),
  row('3001', 'equity', ['实收资本', 'Paid-in capital'], 'opening'),
  row('3002', 'equity', ['资本公积', 'Capital reserve']),
  row('3101', 'equity', ['盈余公积', 'Surplus reserve']),
  row('3103', 'equity', ['本年利润', 'Profit for the year'], 'profit'),
  row('3104', 'equity', ['利润分配（未分配利润）', 'Retained profit'], 'retained'),
  row('5001', 'revenue', ['主营业务收入', 'Sales revenue'], 'sales'),
  row('500101', 'revenue', ['会员赠送抵减收入', 'Sales paid with bonuses'], 'bonusSpent'),
  row('5051', 'revenue', ['其他业务收入', 'Other operating revenue'], 'freight', 'fee', 'income'),
  row('5111', 'revenue', ['投资收益', 'Investment income']),
  row('5301', 'gain', ['营业外收入', 'Non-operating income']),
  row('5401', 'cost', ['主营业务成本', 'Cost of sales'], 'costOfSales'),
  row('5402', 'cost', ['其他业务成本', 'Other operating cost']),
  row('5403', 'cost', ['税金及附加', 'Taxes and surcharges']),
  row('5601', 'expense', ['销售费用', 'Selling expenses']),
  row('5602', 'expense', ['管理费用', 'Administrative expenses'], 'expense'),
  row('5603', 'expense', ['财务费用', 'Financial expenses'], 'discount', 'exchange', 'rounding'),
  row('5711', 'loss', ['营业外支出', 'Non-operating expenses']),
  row('5801', 'incomeTax', ['所得税费用', 'Income tax']),
];

/** Where first records stand that differ from others of their sort: a till is no bank, interest is no sale. By name. */
export const standsUnder: Readonly<Record<string, string>> = {
  现金: '1001',
  Cash: '1001',
  利息收入: '5603',
  Interest: '5603',
  运费: '5601',
  Freight: '5601',
};
