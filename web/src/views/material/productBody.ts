import type { FileName, InputOf, ProductInfo } from '@tradehouse/contract';
import { products } from '@tradehouse/contract';
import type { Decimal, ProductAttribute } from '@tradehouse/domain';
import { combinations, decimal } from '@tradehouse/domain';
import { bodyOf, isBlank } from '../../record/fieldSchema.ts';

/** The six prices of a barcode row, in the order they are shown. */
export const prices = [
  'purchasePrice',
  'retailPrice',
  'salePrice',
  'minimumPrice',
  'distributorPrice',
  'supplyPrice',
] as const;
export type PriceName = (typeof prices)[number];

type Text = string | null | undefined;

/** A barcode row as it is typed. */
export type BarcodeDraft = {
  readonly id?: string;
  readonly code?: string;
  readonly unit?: string;
  /** The combination of attributes it names. */
  readonly attributes?: string;
  readonly skuCode?: string;
  readonly outerSkuCode?: string;
} & {
  readonly [Name in PriceName]?: string | null;
};

/** A warehouse's opening and safety stock as it is typed. */
export interface StockDraft {
  readonly warehouseId: string;
  readonly warehouseName: string;
  readonly openingStock?: string | null;
  readonly openingPrice?: string | null;
  readonly minimum?: string | null;
  readonly maximum?: string | null;
}

/** The product form's values. */
export interface ProductDraft extends Readonly<Record<string, unknown>> {
  readonly several: boolean;
  readonly unitName?: string | null;
  readonly unitId?: string | null;
  readonly attributes: readonly ProductAttribute[];
  readonly images: readonly FileName[];
  readonly barcodes: readonly BarcodeDraft[];
  readonly stock: readonly StockDraft[];
}

/** Everything of a product but its unit, its barcodes and its stock. */
export const plainNames = [
  'name',
  'englishName',
  'standard',
  'model',
  'color',
  'brandId',
  'maker',
  'origin',
  'categoryId',
  'weight',
  'shelfLifeDays',
  'serialManaged',
  'lotManaged',
  'shelfPosition',
  'labelTemplateId',
  'skuCode',
  'outerSkuCode',
  'propertyOne',
  'propertyTwo',
  'propertyThree',
  'remark',
] as const;

/** A price as it is sent: absent where it is and was empty, since it may be one this user can't see; null where it was emptied. */
const sentPrice = (value: Text, before: Text): string | null | undefined =>
  isBlank(value) ? (isBlank(before) ? undefined : null) : value?.trim();

function barcodeBody(
  draft: BarcodeDraft,
  info: ProductInfo | null,
  hasAttributes: boolean,
): Record<string, unknown> {
  const before = info?.barcodes.find(({ id }) => id === draft.id);
  const pairs = prices.flatMap((name) => {
    const value = sentPrice(draft[name], before?.[name]);
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...(before === undefined ? {} : { id: before.id }),
    code: draft.code?.trim() ?? '',
    unit: draft.unit?.trim() ?? '',
    ...(hasAttributes
      ? {
          attributes: draft.attributes ?? '',
          skuCode: draft.skuCode?.trim() ?? '',
          outerSkuCode: draft.outerSkuCode?.trim() ?? '',
        }
      : {}),
    ...Object.fromEntries(pairs),
  };
}

export const stockNames = ['openingStock', 'openingPrice', 'minimum', 'maximum'] as const;

/** A number that was emptied: opening figures become 0, limits go. */
const emptied = { openingStock: '0', openingPrice: '0', minimum: null, maximum: null } as const;

const sameNumber = (one: Text, other: Text): boolean =>
  isBlank(one) || isBlank(other)
    ? isBlank(one) && isBlank(other)
    : decimal(one ?? 0).eq(decimal(other ?? 0));

/** A warehouse's row with what was changed in it, null when nothing was. */
function stockBody(draft: StockDraft, info: ProductInfo | null): Record<string, unknown> | null {
  const before = info?.stock.find(({ warehouseId }) => warehouseId === draft.warehouseId);
  const changed = stockNames.filter((name) => !sameNumber(draft[name], before?.[name]));
  if (changed.length === 0) return null;
  const pairs = changed.map((name) => [name, isBlank(draft[name]) ? emptied[name] : draft[name]]);
  return { warehouseId: draft.warehouseId, ...Object.fromEntries(pairs) };
}

/** What the product call takes, from what was typed and what was there before. */
export function productBody(
  draft: ProductDraft,
  info: ProductInfo | null,
): InputOf<typeof products.add> {
  const stock = draft.stock.map((row) => stockBody(row, info)).filter((row) => row !== null);
  const unit = draft.several ? { unitId: draft.unitId } : { unitName: draft.unitName };
  const attributes = draft.attributes.map(({ id, values }) => ({ id, values }));
  const images = draft.images.map(({ id }) => id);
  const before = (info?.images ?? []).map(({ id }) => id);
  return {
    ...bodyOf(products.fields, plainNames, draft, info),
    ...unit,
    ...(attributes.length === 0 ? {} : { attributes }),
    ...(images.join() === before.join() ? {} : { images }),
    barcodes: draft.barcodes.map((row) => barcodeBody(row, info, attributes.length > 0)),
    ...(stock.length === 0 ? {} : { stock }),
    // SAFETY: put together from the schema's own names; the server checks it again.
  } as unknown as InputOf<typeof products.add>;
}

/** The next number after a barcode of digits, with as many digits at least. */
export const nextCode = (code: string): string =>
  (BigInt(/^\d+$/.test(code) ? code : '1000') + 1n)
    .toString()
    .padStart(Math.max(4, code.length), '0');

/**
 * The barcode rows of a product with these attributes: one for each combination, known ones kept with what was typed in
 * them, codes of new ones counted on. Rows whose combination is gone go with it.
 */
export function gridRows(
  attributes: readonly ProductAttribute[],
  before: readonly BarcodeDraft[],
  unit: string,
): readonly BarcodeDraft[] {
  const known = new Map(before.map((row) => [row.attributes ?? '', row]));
  // The row of a product that had no attributes yet lends its code and prices to the first combination.
  const lent = known.get('');
  let code = highestOf(before);
  return combinations(attributes).map((combination, index): BarcodeDraft => {
    const row = known.get(combination) ?? (index === 0 ? lent : undefined);
    if (row !== undefined) return { ...row, attributes: combination, unit };
    code = nextCode(code);
    return { code, unit, attributes: combination };
  });
}

/** The highest code of the rows, as a number and not as a text. */
export const highestOf = (rows: readonly BarcodeDraft[]): string =>
  rows
    .map((row) => row.code ?? '')
    .filter((code) => /^\d+$/.test(code))
    .reduce((one, other) => (BigInt(other) > BigInt(one || '0') ? other : one), '');

/** A price of a bigger unit: the base unit's price times how many it holds. */
export const priceTimes = (price: string, ratio: string | Decimal): string =>
  decimal(price).times(ratio).toDecimalPlaces(6).toFixed();
