import type { InputOf, ReplyOf, headerSearch } from '@tradehouse/contract';
import { SEARCH_ROWS, partnerPages, partnerTypes, productPage } from '@tradehouse/contract';
import { mayOpen } from '../../kernel/access/index.ts';
import { hasTrigram } from '../../kernel/table/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { findProducts } from '../catalog/index.ts';
import { findByNumber } from '../document/index.ts';
import { searchPartners } from '../partner/index.ts';

type HeaderSearchResult = ReplyOf<typeof headerSearch>;

/** Searches products, documents and partners by keyword, in permitted lists. */
export async function searchEverything(
  context: Context,
  { q }: InputOf<typeof headerSearch>,
): Promise<HeaderSearchResult> {
  const keyword = q.trim();
  if (keyword === '') return { products: [], documents: [], partners: [] };
  const { scope } = context;
  const types = partnerTypes.filter((type) => mayOpen(scope, partnerPages[type]));
  return {
    products: mayOpen(scope, productPage) ? await searchHeaderProducts(context, keyword) : [],
    documents: await findByNumber(context, keyword, SEARCH_ROWS),
    partners: await searchPartners(context, types, keyword, SEARCH_ROWS),
  };
}

/** Finds products whose barcodes the picker offers first, each once. */
async function searchHeaderProducts(
  context: Context,
  q: string,
): Promise<HeaderSearchResult['products']> {
  const rows = 2 * SEARCH_ROWS;
  // No index serves short words: the first products by name suffice if enough match.
  const { rows: hits } = await findProducts(
    context,
    { q, rows },
    hasTrigram(q) ? {} : { enough: rows },
  );
  return [...new Map(hits.toReversed().map((hit) => [hit.productId, hit])).values()]
    .toReversed()
    .slice(0, SEARCH_ROWS)
    .map(({ productId, name, barcode, standard, unit, stock }) => ({
      id: productId,
      name,
      barcode,
      standard,
      unit,
      stock,
    }));
}
