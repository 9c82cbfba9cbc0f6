import type { GoodsLine } from '@tradehouse/domain';

/** Checks if a line of an imported document keeps goods and source. */
export const isSameImportedLine = (
  before: Pick<GoodsLine, 'line' | 'skuId' | 'source'>,
  after: Pick<GoodsLine, 'line' | 'skuId' | 'source'>,
): boolean =>
  before.line === after.line &&
  before.skuId === after.skuId &&
  before.source?.documentId === after.source?.documentId &&
  before.source?.line === after.source?.line;
