import { figureKindCodes, figureStates } from '@tradehouse/domain';
import { Type } from 'typebox';
import { Optional } from '../field.ts';
import * as is from '../fieldTypes.ts';
import { defineRecord, formField, remarked } from '../record.ts';
import { Closed, Day, Id, Nullable, NumberString, readAll } from '../resource.ts';

export const movingPage = '/system/moving_in';

const reference = is.withInputSchema(is.reference, Optional(Nullable(Id)));

/**
 * Figures of another program, each beside the company's own at the end of the same day. Amounts are in the
 * company's currency. A figure without a subject is the total of all. Counts of records are present counts.
 * `difference` is `ours` less `figure`. Figures outside the reader's amounts, grants or scope are missing.
 */
export const movingFigures = defineRecord({
  id: 'movingFigures',
  subject: 'moving_figure',
  called: { 'zh-cn': '原程序数字', en: 'Figure of the former program' },
  path: '/movingFigure',
  page: movingPage,
  unique: 'figureKind',
  within: ['day', 'warehouseId', 'partnerId', 'accountId'],
  order: { column: 'day', direction: 'desc' },
  filters: { dates: { by: 'range', columns: ['day'], control: 'dates', first: true } },
  fields: {
    figureKind: {
      ...formField('figure_kind', is.requiredChoiceType(figureKindCodes), {
        width: 130,
        matters: 'most',
      }),
      filters: 'first',
      called: { 'zh-cn': '项目', en: 'Item' },
    },
    subjectName: {
      is: is.words,
      reads: 'list',
      lists: { width: 180 },
      filters: 'more',
      called: { 'zh-cn': '对象', en: 'Subject' },
    },
    warehouseId: { is: reference, keeps: 'warehouse_id', enters: 'form', lists: {} },
    warehouseName: { is: is.wordsOrNone, reads: 'info' },
    partnerId: { is: reference, keeps: 'partner_id', enters: 'form', lists: {} },
    partnerName: { is: is.wordsOrNone, reads: 'info' },
    accountId: { is: reference, keeps: 'account_id', enters: 'form', lists: {} },
    accountName: { is: is.wordsOrNone, reads: 'info' },
    day: {
      ...formField('day', is.withInputSchema(is.day, Day), { width: 110 }),
      called: { 'zh-cn': '截止日期', en: 'As of' },
    },
    figure: {
      ...formField('figure', is.withInputSchema(is.quantity, NumberString), {
        width: 130,
        matters: 'most',
      }),
      called: { 'zh-cn': '原程序数字', en: 'Former program' },
    },
    ours: {
      is: is.quantity,
      reads: 'list',
      lists: { width: 130, matters: 'most' },
      called: { 'zh-cn': '本系统数字', en: 'Here' },
    },
    difference: {
      is: is.quantity,
      reads: 'list',
      lists: { width: 130, signed: true, matters: 'most' },
      called: { 'zh-cn': '差异', en: 'Difference' },
    },
    figureState: {
      is: is.choiceType(figureStates),
      reads: 'list',
      lists: { width: 90 },
      filters: 'first',
      called: { 'zh-cn': '结果', en: 'Result' },
    },
    remark: { ...remarked, filters: 'more' },
  },
});

/** Visible figures that agree with the books, and the others. */
export const figureAgreement = readAll({
  path: '/movingFigure/agreement',
  summary: 'How many figures of the former program agree with the books',
  access: { page: movingPage },
  reply: Closed({ agree: Type.Integer(), differ: Type.Integer() }),
});
