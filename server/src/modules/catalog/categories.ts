import { categories } from '@tradehouse/contract';
import { recordWriter } from '../../kernel/table/index.ts';
import { treeOf } from '../system/index.ts';

const { parentName, before, mayDelete, within, forest } = treeOf('category');

/** Selects the ids of a category and all descendants. */
export const categoriesWithin = within;
/** Returns the tree in display order, without `without` and its descendants. */
export const categoryForest = forest;

export const categoryWriter = recordWriter(categories, {
  reads: { parentName },
  before,
  mayDelete,
});
