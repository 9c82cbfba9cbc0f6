import { categories } from '@tradehouse/contract';
import { recordWriter } from '../../kernel/index.ts';
import { treeOf } from '../system/index.ts';

const { parentName, before, mayDelete, within, forest } = treeOf('category');

/** The ids of a category and of all below it. */
export const categoriesWithin = within;
/** The tree in display order; `without` and everything below it left out. */
export const categoryForest = forest;

export const categoryWriter = recordWriter(categories, {
  reads: { parentName },
  before,
  mayDelete,
});
