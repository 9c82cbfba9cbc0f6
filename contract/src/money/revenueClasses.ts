import { inOutItemTypes } from '@tradehouse/domain';
import * as is from '../fieldTypes.ts';
import { record, remarked, sorted, typed } from '../record.ts';
import { branch, findByIdCall, treeCall } from '../tree.ts';

export const revenueClassPage = '/system/revenue_classification';

/** What income and expense items are sorted by. One below another is of its type, whatever is sent. */
export const revenueClasses = record({
  id: 'revenueClasses',
  subject: 'revenue_class',
  called: { 'zh-cn': '收支分类', en: 'Revenue class' },
  path: '/financialCategory',
  page: revenueClassPage,
  within: ['parentId'],
  fields: {
    ...branch('revenueClass', 30, 'parentId'),
    type: typed(inOutItemTypes),
    /** How many items point at it. */
    items: {
      is: is.integer,
      reads: 'list',
      lists: {},
      called: { 'zh-cn': '收支项目数', en: 'Items' },
    },
    sort: sorted,
    remark: remarked,
  },
});

export const revenueClassTree = treeCall(
  '/financialCategory/getTreeById',
  'The tree of revenue classes',
);
export const revenueClassById = findByIdCall(revenueClasses, 'One revenue class');
