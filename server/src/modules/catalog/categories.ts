import { categories } from '@tradehouse/contract';
import { recordWriter } from '../../kernel/index.ts';
import { treeOf } from '../system/index.ts';

const { parentName, before, mayDelete, forest } = treeOf('category');

/** The tree in display order; `without` and everything below it left out. */
export const categoryForest = forest;

export const categoryWriter = recordWriter(categories, {
  reads: { parentName },
  before,
  mayDelete,
});
