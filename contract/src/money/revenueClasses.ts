import { inOutItemTypes } from '@tradehouse/domain';
import * as is from '../fieldTypes.ts';
import { defineRecord, remarked, sorted, typeField } from '../record.ts';
import { defineTreeFields, findByIdCall, treeCall } from '../tree.ts';

export const revenueClassPage = '/system/revenue_classification';

/** Tree of income and expense classes. A child always has its parent's type. */
export const revenueClasses = defineRecord({
  id: 'revenueClasses',
  subject: 'revenue_class',
  called: { 'zh-cn': '收支分类', en: 'Revenue class' },
  path: '/financialCategory',
  page: revenueClassPage,
  within: ['parentId'],
  alsoUnique: { number: 'financialCategory.number' },
  fields: {
    ...defineTreeFields('revenueClass', 30, 'parentId'),
    type: typeField(inOutItemTypes),
    /** Number of items in the class. */
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
