import { normalTracking } from '@tradehouse/domain';
import type { FilterResolver } from '../../kernel/table/index.ts';

/** Finds tracking numbers in the form of labels, however typed in the filter. */
export const byNormalTracking: FilterResolver = async (_, filters) => {
  const { tracking } = filters;
  return typeof tracking === 'string'
    ? { ...filters, tracking: normalTracking(tracking) }
    : filters;
};
