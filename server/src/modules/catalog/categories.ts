import { categoryTable } from '@tradehouse/contract';
import type { categories } from '@tradehouse/contract';
import { source } from '../../kernel/index.ts';
import type { Writer } from '../../kernel/index.ts';
import { treeOf } from '../system/index.ts';

export const categoryRecords = treeOf('category');

export const categoryWriter: Writer<typeof categories> = {
  table: 'category',
  list: source(categoryTable, categoryRecords.rows),
  toRow: categoryRecords.toRow,
  toInfo: ({ id }, context) => categoryRecords.info(context, id),
  before: categoryRecords.before,
  mayDelete: categoryRecords.mayDelete,
};
