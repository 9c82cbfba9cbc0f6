import { Optional, NameText, RecordCurrencyCode } from '../field.ts';
import * as is from '../fieldTypes.ts';
import { defineRecord, formField, remarked } from '../record.ts';
import { Day, Id, LastDay, Nullable, PositiveString } from '../resource.ts';

export const openingDebtPage = '/financial/opening_debt';
export const openingDebtSides = ['receivable', 'payable'] as const;
export type OpeningDebtSide = (typeof openingDebtSides)[number];

/** Bill open when the company moved in, settled later like any bill. */
export const openingDebts = defineRecord({
  id: 'openingDebts',
  subject: 'opening_debt',
  called: { 'zh-cn': '期初欠款', en: 'Opening debt' },
  path: '/openingDebt',
  page: openingDebtPage,
  unique: 'number',
  within: ['side'],
  scopedBy: ['partnerId'],
  order: { column: 'businessDate', direction: 'desc' },
  filters: {
    dates: { by: 'range', columns: ['businessDate'], control: 'dates', first: true },
    dueOn: { by: 'range', columns: ['dueOn'], control: 'dates' },
    isOpen: { by: 'own', columns: ['openDebt'], control: 'flag' },
    documentId: { by: 'equals', columns: ['documentId'], control: 'text', linked: true },
  },
  fields: {
    partnerId: {
      is: is.withInputSchema(is.referenceType('partner'), Id),
      keeps: 'partner_id',
      enters: 'form',
      lists: {},
      called: { 'zh-cn': '往来单位', en: 'Partner' },
    },
    partnerName: {
      is: is.words,
      reads: 'both',
      lists: { width: 160 },
      filters: 'first',
      called: { 'zh-cn': '往来单位', en: 'Partner' },
    },
    /** By the type of the partner. */
    side: {
      is: is.choiceType(openingDebtSides),
      keeps: 'side',
      lists: { width: 90 },
      filters: 'first',
    },
    number: {
      ...formField('number', is.withInputSchema(is.key, NameText(1, 60)), {
        width: 150,
        matters: 'most',
      }),
      filters: 'first',
      called: { 'zh-cn': '单据编号', en: 'Bill number' },
    },
    businessDate: {
      ...formField('business_date', is.withInputSchema(is.day, Day), { width: 110 }),
      called: { 'zh-cn': '单据日期', en: 'Bill date' },
    },
    /** Blank: due on the day of the bill. */
    dueOn: formField('due_on', is.withInputSchema(is.day, Optional(Nullable(LastDay))), {
      width: 110,
    }),
    /** Blank: the company's own. */
    currency: formField(
      'currency',
      is.withInputSchema(is.key, Optional(Nullable(RecordCurrencyCode))),
      { width: 70 },
    ),
    /** Blank: the rate of the day. */
    exchangeRate: formField(
      'exchange_rate',
      is.withInputSchema(is.quantity, Optional(Nullable(PositiveString))),
      { optional: true },
    ),
    /** In the bill's currency. */
    amount: {
      ...formField('amount', is.withInputSchema(is.moneyType('money'), Optional(PositiveString)), {
        width: 120,
      }),
      called: { 'zh-cn': '欠款金额', en: 'Amount' },
    },
    settled: { is: is.moneyType('money'), reads: 'list', lists: { width: 110 } },
    openDebt: { is: is.moneyType('money'), reads: 'list', lists: { width: 110 } },
    /** Amount in the company's own currency, part of the partner's opening balance. */
    worth: {
      is: is.moneyType('money'),
      reads: 'list',
      lists: { own: true, sum: true, width: 120 },
      called: { 'zh-cn': '本位币金额', en: 'In own currency' },
    },
    remark: { ...remarked, filters: 'more' },
    documentId: { is: is.reference, keeps: 'document_id', lists: {} },
  },
});
