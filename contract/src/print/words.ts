import { documentKinds, isKeyOf, purseSettledByKind } from '@tradehouse/domain';
import type { AnyKindCode } from '@tradehouse/domain';
import { fieldLabel } from '../phrase/labels.ts';
import type { PhraseLanguage } from '../phrase/called.ts';

/** Printed words that differ from list titles. */
const english = {
  position: '#',
  role: 'Role',
  'role.composite': 'Composite',
  'role.part': 'Part',
  partnerContacts: 'Contact',
  partnerPhone: 'Phone',
  partnerAddress: 'Address',
  partnerTaxNumber: 'Tax number',
  partnerBank: 'Bank',
  partnerBankAccount: 'Bank account',
  number: 'No.',
  time: 'Date',
  auditedAt: 'Approved at',
  creatorName: 'Prepared by',
  externalOrder: 'External order',
  externalTracking: 'Tracking number',
  currency: 'Currency',
  standard: 'Specification',
  manufacturer: 'Manufacturer',
  quantity: 'Qty',
  unitPrice: 'Price',
  taxRate: 'Tax %',
  doneQuantity: 'Done',
  sourceNumber: 'Linked document',
  settledNumber: 'Document',
  settledDebt: 'Amount to settle',
  settledBefore: 'Settled before',
  'settledNumber.deposit': 'Order',
  'settledDebt.deposit': 'Deposit',
  'settledBefore.deposit': 'Used or refunded',
  'amount.deposit': 'Refunded now',
  totalQuantity: 'Total quantity',
  written: 'In words',
  totalAmount: 'Total amount',
  settled: 'Paid since',
  openDebt: 'Balance due',
  'paidNow.in': 'Received now',
  'paidNow.out': 'Paid now',
  'depositTaken.in': 'Deposit received',
  'depositTaken.out': 'Deposit paid',
  partnerDebtBefore: 'Previous account balance',
  partnerDebt: 'Account balance',
  day: '{n} day',
  days: '{n} days',
  opening: 'Opening balance',
  kept: 'Prepayment kept',
  total: 'Total',
  pageSum: 'This page',
  page: 'Page {page} of {pages}',
  printTime: 'Printed {time}',
  maker: 'Prepared by',
  auditor: 'Approved by',
  salesperson: 'Salesperson',
  keeper: 'Keeper',
  deliverer: 'Delivered by',
  receiver: 'Received by',
  cashier: 'Cashier',
  companyName: 'Company',
  companyAddress: 'Address',
  companyContacts: 'Contact',
  companyPhone: 'Phone',
  companyFax: 'Fax',
  companyPostCode: 'Postal code',
};
export type PrintWord = keyof typeof english;

const chinese: Readonly<Record<PrintWord, string>> = {
  position: '序号',
  role: '商品类型',
  'role.composite': '组合件',
  'role.part': '普通子件',
  partnerContacts: '联系人',
  partnerPhone: '联系电话',
  partnerAddress: '地址',
  partnerTaxNumber: '税号',
  partnerBank: '开户行',
  partnerBankAccount: '账号',
  number: '单号',
  time: '日期',
  auditedAt: '审核时间',
  creatorName: '制单人',
  externalOrder: '外部订单号',
  externalTracking: '外部运单号',
  currency: '币种',
  standard: '规格',
  manufacturer: '制造商',
  quantity: '数量',
  unitPrice: '单价',
  taxRate: '税率%',
  doneQuantity: '已完成数量',
  sourceNumber: '关联单据',
  settledNumber: '单据编号',
  settledDebt: '应结金额',
  settledBefore: '已结金额',
  'settledNumber.deposit': '订单编号',
  'settledDebt.deposit': '订金',
  'settledBefore.deposit': '已用或已退',
  'amount.deposit': '本次退还',
  totalQuantity: '合计数量',
  written: '金额大写',
  totalAmount: '合计金额',
  settled: '后续已结',
  openDebt: '最终欠款',
  'paidNow.in': '本次收款',
  'paidNow.out': '本次付款',
  'depositTaken.in': '收取订金',
  'depositTaken.out': '支付订金',
  partnerDebtBefore: '前欠金额',
  partnerDebt: '累计欠款',
  day: '{n} 天',
  days: '{n} 天',
  opening: '期初余额',
  kept: '预收预付',
  total: '合计',
  pageSum: '本页小计',
  page: '第 {page} 页 / 共 {pages} 页',
  printTime: '打印时间 {time}',
  maker: '制单',
  auditor: '审核',
  salesperson: '销售员',
  keeper: '仓管',
  deliverer: '送货人',
  receiver: '收货人签字',
  cashier: '出纳',
  companyName: '公司名称',
  companyAddress: '地址',
  companyContacts: '联系人',
  companyPhone: '电话',
  companyFax: '传真',
  companyPostCode: '邮编',
};

const words = { 'zh-cn': chinese, en: english } as const;

/** A word of the paper itself. */
export const printWord = (language: PhraseLanguage, word: PrintWord): string =>
  words[language][word];

/** Returns the printed title of a document's field. */
export function printLabel(language: PhraseLanguage, code: AnyKindCode, field: string): string {
  const { partner, amounts, cash, asks } = documentKinds[code];
  if (field === 'creatorName' && asks) return fieldLabel(language, code, field);
  if (field === 'partnerName' && partner !== null && partner.type !== 'any')
    return fieldLabel(language, code, partner.type);
  // With tax, list titles tell amounts with and without it.
  if ((field === 'total' || field === 'totalAmount') && amounts.includes('tax'))
    return fieldLabel(language, code, field);
  if (field === 'paidNow' || field === 'depositTaken') {
    const comesIn = cash.some(({ to }) => to === 'account');
    return words[language][`${field}.${comesIn ? 'in' : 'out'}`];
  }
  // Returned deposits name an order and its deposit, not a bill and its debt.
  const ofDeposit = `${field}.deposit`;
  if (purseSettledByKind(code) === 'deposit' && isKeyOf(english, ofDeposit))
    return words[language][ofDeposit];
  return isKeyOf(english, field) ? words[language][field] : fieldLabel(language, code, field);
}
