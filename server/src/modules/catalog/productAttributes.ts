import type { ProductFields } from '@tradehouse/contract';
import { checkAttributes, checkAttributeCombinations } from '@tradehouse/domain';
import { refuseWith } from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { ColumnValues, StoredResourceRow } from '../../kernel/table/index.ts';
import { holdAttributes, namedAttributes } from './attributes.ts';
import type { KeptAttribute } from './attributes.ts';
import type { KnownBarcode } from './productRules.ts';
import type { WantedSku } from './skus.ts';

export const attributesFromProductRow = (row: ColumnValues): readonly KeptAttribute[] => {
  const { attributes = [] } = row;
  // SAFETY: the writer alone fills the column.
  return attributes as KeptAttribute[];
};

/** Checks a product's attributes; the set is fixed at creation. */
export async function checkProductAttributes(
  context: Context,
  wanted: ColumnValues,
  existing: StoredResourceRow | null,
): Promise<void> {
  const kept = attributesFromProductRow(wanted);
  const severalUnits = (wanted['unit_id'] ?? null) !== null;
  await holdAttributes(context, kept);
  checkAttributes(await namedAttributes(context, kept), severalUnits);
  if (existing === null) return;
  const before = attributesFromProductRow(existing);
  const same =
    before.length === kept.length && before.every(({ id }, index) => kept[index]?.id === id);
  if (!same)
    refuseWith('product.attributes', { name: String(existing['name']) }, { field: 'attributes' });
}

/**
 * Returns the SKUs of a product's barcode rows. Refuses a combination that the product does not have, and a
 * change of a row's combination: stock counted as red stays red.
 */
export async function wantedSkus(
  context: Context,
  product: StoredResourceRow,
  fields: ProductFields,
  known: readonly KnownBarcode[],
): Promise<readonly WantedSku[]> {
  const attributes = await namedAttributes(context, attributesFromProductRow(product));
  const rows = fields.barcodes.map((row) => row.attributes ?? '');
  checkAttributeCombinations(attributes, rows);
  const moved = fields.barcodes.findIndex(({ id }, index) => {
    const before = known.find((row) => row.id === id);
    return before !== undefined && before.attributes !== rows[index];
  });
  if (moved >= 0)
    refuseWith(
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
