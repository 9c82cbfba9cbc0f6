import type { FileName, InputOf, ProductInfo } from '@tradehouse/contract';
import { products } from '@tradehouse/contract';
import type { Decimal, ProductAttribute } from '@tradehouse/domain';
import {
  combineAttributeValues,
  decimal,
  highestOwnBarcode,
  nextBarcode,
} from '@tradehouse/domain';
import { bodyOfForm, isBlankValue } from '../record/fieldSchema.ts';

/** Six prices of a barcode row, in display order. */
export const prices = [
  'purchasePrice',
  'retailPrice',
  'salePrice',
  'minimumPrice',
  'distributorPrice',
  'supplyPrice',
] as const;
export type ProductPriceName = (typeof prices)[number];

type OptionalProductText = string | null | undefined;

export type BarcodeDraft = {
  readonly id?: string;
  readonly code?: string;
  readonly unit?: string;
  /** Attribute combination of the row. */
  readonly attributes?: string;
  readonly skuCode?: string;
  readonly outerSkuCode?: string;
} & {
  readonly [Name in ProductPriceName]?: string | null;
};

export interface StockDraft {
  readonly warehouseId: string;
  readonly warehouseName: string;
  readonly openingStock?: string | null;
  readonly openingPrice?: string | null;
  readonly minimum?: string | null;
  readonly maximum?: string | null;
}

export interface SupplierDraft {
  readonly supplierId?: string | null;
  readonly supplierName?: string;
  readonly code?: string | null;
  readonly price?: string | null;
  readonly currency?: string | null;
  readonly leadDays?: number | string | null;
  readonly minimumOrder?: string | null;
  readonly packSize?: string | null;
  readonly preferred?: boolean;
}

export interface ProductPartDraft {
  readonly barcodeId?: string | null;
  readonly barcode?: string;
  readonly productName?: string;
  readonly attributes?: string;
  readonly unit?: string;
  readonly quantity?: string | null;
}

/** The product form's values. */
export interface ProductDraft extends Readonly<Record<string, unknown>> {
  readonly several: boolean;
  readonly unitName?: string | null;
  readonly unitId?: string | null;
  readonly attributes: readonly ProductAttribute[];
  readonly images: readonly FileName[];
  readonly barcodes: readonly BarcodeDraft[];
  /** Highest own barcode of the company when the form was opened. */
  readonly highest: string;
  readonly stock: readonly StockDraft[];
  readonly suppliers?: readonly SupplierDraft[];
  readonly parts?: readonly ProductPartDraft[];
}

/** Fields of a product except units, barcodes and stock. */
export const plainNames = [
  'name',
  'englishName',
  'standard',
  'model',
  'color',
  'brandId',
  'maker',
  'origin',
  'country',
  'categoryId',
  'weight',
  'shelfLifeDays',
  'serialManaged',
  'lotManaged',
  'kit',
  'shelfPosition',
  'labelTemplateId',
  'skuCode',
  'outerSkuCode',
  'propertyOne',
  'propertyTwo',
  'propertyThree',
  'remark',
] as const;

/** Price sent: absent if empty before and after, because it may be hidden from this user; null if cleared. */
const sentPrice = (
  value: OptionalProductText,
  before: OptionalProductText,
): string | null | undefined =>
  isBlankValue(value) ? (isBlankValue(before) ? undefined : null) : value?.trim();

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

/** Value of a cleared number: opening figures become 0, limits go. */
const emptied = { openingStock: '0', openingPrice: '0', minimum: null, maximum: null } as const;

const sameNumber = (one: OptionalProductText, other: OptionalProductText): boolean =>
  isBlankValue(one) || isBlankValue(other)
    ? isBlankValue(one) && isBlankValue(other)
    : decimal(one ?? 0).eq(decimal(other ?? 0));

/** Changed fields of a warehouse's row; null without changes. */
function stockBody(draft: StockDraft, info: ProductInfo | null): Record<string, unknown> | null {
  const before = info?.stock.find(({ warehouseId }) => warehouseId === draft.warehouseId);
  const changed = stockNames.filter((name) => !sameNumber(draft[name], before?.[name]));
  if (changed.length === 0) return null;
  const pairs = changed.map((name) => [
    name,
    isBlankValue(draft[name]) ? emptied[name] : draft[name],
  ]);
  return { warehouseId: draft.warehouseId, ...Object.fromEntries(pairs) };
}

export const supplierNames = [
  'code',
  'price',
  'currency',
  'leadDays',
  'minimumOrder',
  'packSize',
  'preferred',
] as const;

/** Body of a supplier row; a price that may be hidden is sent only if entered or cleared. */
function supplierBody(draft: SupplierDraft, info: ProductInfo | null): Record<string, unknown> {
  const before = info?.suppliers.find(({ supplierId }) => supplierId === draft.supplierId);
  const price = sentPrice(draft.price, before?.price);
  const optional = (value: number | string | null | undefined) =>
    value === undefined || value === '' ? null : value;
  return {
    supplierId: draft.supplierId,
    code: draft.code?.trim() ?? '',
    ...(price === undefined ? {} : { price }),
    currency: optional(draft.currency),
    leadDays: optional(draft.leadDays),
    minimumOrder: optional(draft.minimumOrder),
    packSize: optional(draft.packSize),
    preferred: draft.preferred === true,
  };
}

/** Bodies of all supplier rows; null without changes, so that a concurrent change stays. */
function suppliersBody(
  drafts: readonly SupplierDraft[],
  info: ProductInfo | null,
): readonly Record<string, unknown>[] | null {
  const bodies = drafts.map((draft) => supplierBody(draft, info));
  const before = (info?.suppliers ?? []).map((supplier) => supplierBody(supplier, info));
  return JSON.stringify(bodies) === JSON.stringify(before) ? null : bodies;
}

/** Bodies of the bill of materials; null without changes: a concurrent change stays. */
function partsBody(
  drafts: readonly ProductPartDraft[],
  info: ProductInfo | null,
): readonly Record<string, unknown>[] | null {
  const bodyOf = ({ barcodeId, quantity }: ProductPartDraft) => ({ barcodeId, quantity });
  const bodies = drafts.map(bodyOf);
  const before = (info?.parts ?? []).map(bodyOf);
  return JSON.stringify(bodies) === JSON.stringify(before) ? null : bodies;
}

/** Builds the product call's input from typed and previous values. */
export function productBody(
  draft: ProductDraft,
  info: ProductInfo | null,
): InputOf<typeof products.add> {
  const stock = draft.stock.map((row) => stockBody(row, info)).filter((row) => row !== null);
  const unit = draft.several ? { unitId: draft.unitId } : { unitName: draft.unitName };
  const attributes = draft.attributes.map(({ id, values }) => ({ id, values }));
  const images = draft.images.map(({ id }) => id);
  const before = (info?.images ?? []).map(({ id }) => id);
  const suppliers = suppliersBody(draft.suppliers ?? [], info);
  const parts = partsBody(draft.parts ?? [], info);
  return {
    ...bodyOfForm(products.fields, plainNames, draft, info),
    ...unit,
    ...(attributes.length === 0 ? {} : { attributes }),
    ...(images.join() === before.join() ? {} : { images }),
    barcodes: draft.barcodes.map((row) => barcodeBody(row, info, attributes.length > 0)),
    ...(stock.length === 0 ? {} : { stock }),
    ...(suppliers === null ? {} : { suppliers }),
    ...(parts === null ? {} : { parts }),
    // SAFETY: built from the schema's own names; the server checks the value again.
  } as unknown as InputOf<typeof products.add>;
}

/**
 * Builds the barcode rows of a product with attributes: one per combination. Known rows keep their input,
 * new codes are numbered on, rows of removed combinations disappear.
 */
export function gridRows(
  attributes: readonly ProductAttribute[],
  before: readonly BarcodeDraft[],
  unit: string,
  highest: string,
): readonly BarcodeDraft[] {
  const known = new Map(before.map((row) => [row.attributes ?? '', row]));
  // The row without attributes lends its code and prices to the first combination.
  const lent = known.get('');
  let code = highestOf(before, highest);
  return combineAttributeValues(attributes).map((combination, index): BarcodeDraft => {
    const row = known.get(combination) ?? (index === 0 ? lent : undefined);
    if (row !== undefined) return { ...row, attributes: combination, unit };
    code = nextBarcode(code);
    return { code, unit, attributes: combination };
  });
}

/** Highest own code of the rows and the company. */
export const highestOf = (rows: readonly BarcodeDraft[], highest: string): string =>
  highestOwnBarcode([highest, ...rows.map(({ code = '' }) => code)]);

/** Price of a bigger unit: the base price times the unit's ratio. */
export const priceTimes = (price: string, ratio: string | Decimal): string =>
  decimal(price).times(ratio).toDecimalPlaces(6).toFixed();
