import { record, remarked, sorted } from '../record.ts';
import { branch, findByIdCall, treeCall } from '../tree.ts';

export const categoryPage = '/material/material_category';
const fields = branch('category', 30);

/** `number` is unique in the company; the name among the children of its parent (null: the root). */
export const categories = record({
  id: 'categories',
  subject: 'category',
  called: { 'zh-cn': '商品类别', en: 'Category' },
  path: '/materialCategory',
  page: categoryPage,
  unique: { field: 'name', within: ['parentId'] },
  fields: {
    ...fields,
    parentId: { ...fields.parentId, filters: 'first' },
    sort: sorted,
    remark: remarked,
  },
});

export const categoryTree = treeCall(
  '/materialCategory/getMaterialCategoryTree',
  'The tree of product categories',
);
export const categoryById = findByIdCall(
  '/materialCategory',
  categoryPage,
  'One product category',
  categories.info,
);
