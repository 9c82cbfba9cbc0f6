import { defineRecord, remarked, sorted } from '../record.ts';
import { defineTreeFields, findByIdCall, treeCall } from '../tree.ts';

export const categoryPage = '/material/material_category';

/** `number` is unique in the company, the name among siblings (parent null: the root). */
export const categories = defineRecord({
  id: 'categories',
  subject: 'category',
  called: { 'zh-cn': '商品类别', en: 'Category' },
  path: '/materialCategory',
  page: categoryPage,
  within: ['parentId'],
  alsoUnique: { number: 'materialCategory.number' },
  fields: { ...defineTreeFields('category', 30, 'parentId'), sort: sorted, remark: remarked },
});

export const categoryTree = treeCall(
  '/materialCategory/getMaterialCategoryTree',
  'The tree of product categories',
);
export const categoryById = findByIdCall(categories, 'One product category');
