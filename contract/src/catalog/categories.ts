import type { Static } from 'typebox';
import { resource } from '../resource.ts';
import { table } from '../table.ts';
import {
  BranchFields,
  BranchInfo,
  branchHead,
  branchTail,
  findByIdCall,
  treeCall,
} from '../tree.ts';

export const categoryPage = '/material/material_category';

export const categoryTable = table({
  id: 'categories',
  path: '/materialCategory/list',
  exportPath: '/materialCategory/exportExcel',
  access: { page: categoryPage },
  columns: { ...branchHead, ...branchTail },
  filters: {
    name: { by: 'contains', columns: ['name'], control: 'text', first: true },
    parentId: { by: 'equals', columns: ['parentId'], control: 'category', first: true },
  },
  order: { column: 'createTime', direction: 'desc' },
});

/** `number` is unique in the company; the name among the children of its parent (null: the root). */
export const CategoryFields = BranchFields(30);
export type CategoryFields = Static<typeof CategoryFields>;

export const categories = resource({
  path: '/materialCategory',
  page: categoryPage,
  table: categoryTable,
  fields: CategoryFields,
  info: BranchInfo,
  unique: { field: 'name', within: ['parentId'] },
});

export const categoryTree = treeCall(
  '/materialCategory/getMaterialCategoryTree',
  'The tree of product categories',
);
export const categoryById = findByIdCall(
  '/materialCategory',
  categoryPage,
  'One product category',
  BranchInfo,
);
