import type { ProductFields } from '@tradehouse/contract';
import { checkAttributes, checkCombinations } from '@tradehouse/domain';
import { refuse } from '../../kernel/index.ts';
import type { Columns, Context, Row } from '../../kernel/index.ts';
import { holdAttributes, namedAttributes } from './attributes.ts';
import type { KeptAttribute } from './attributes.ts';
import type { KnownBarcode } from './productRules.ts';
import type { WantedSku } from './skus.ts';

/** What a row of `product` says it differs in. */
export const attributesOf = (row: Columns): readonly KeptAttribute[] => {
  const { attributes = [] } = row;
  // SAFETY: the writer alone fills the column.
  return attributes as KeptAttribute[];
};

/** Checks what a product will differ in; which attributes those are is settled when it is made (screens 8.2). */
export async function checkProductAttributes(
  context: Context,
  wanted: Columns,
  existing: Row | null,
): Promise<void> {
  const kept = attributesOf(wanted);
  const severalUnits = (wanted['unit_id'] ?? null) !== null;
  await holdAttributes(context, kept);
  checkAttributes(await namedAttributes(context, kept), severalUnits);
  if (existing === null) return;
  const before = attributesOf(existing);
  const same =
    before.length === kept.length && before.every(({ id }, index) => kept[index]?.id === id);
  if (!same)
    refuse('product.attributes', { name: String(existing['name']) }, { field: 'attributes' });
}

/**
 * The SKUs that the barcode rows of a product name. Refuses a row whose combination the product does not come in, and one
 * that named another combination before: what was counted as red stays red.
 */
export async function wantedSkus(
  context: Context,
  product: Row,
  fields: ProductFields,
  known: readonly KnownBarcode[],
): Promise<readonly WantedSku[]> {
  const attributes = await namedAttributes(context, attributesOf(product));
  const rows = fields.barcodes.map((row) => row.attributes ?? '');
  checkCombinations(attributes, rows);
  const moved = fields.barcodes.findIndex(({ id }, index) => {
    const before = known.find((row) => row.id === id);
    return before !== undefined && before.attributes !== rows[index];
  });
  if (moved >= 0)
    refuse(
      'attribute.combination',
      { value: rows[moved] ?? '' },
      { field: 'barcodes', line: moved + 1 },
    );
  if (attributes.length === 0)
    return [
      {
        productId: product.id,
        attributes: '',
        code: fields.skuCode,
        outerCode: fields.outerSkuCode,
      },
    ];
  return fields.barcodes.map((row, index) => ({
    productId: product.id,
    attributes: rows[index] ?? '',
    code: row.skuCode,
    outerCode: row.outerSkuCode,
  }));
}
