import { Type } from 'typebox';
import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import {
  CurrencyCode,
  NameText,
  Note,
  Optional,
  OptionalAmount,
  ShownAmount,
  Sought,
  Text,
} from '../field.ts';
import { FileName, MOST_FILES } from '../file/files.ts';
import {
  AmountString,
  Changed,
  Closed,
  DecimalString,
  Id,
  Ids,
  Nullable,
  PositiveString,
  defineUniqueCheck,
  readAll,
  readOne,
  defineResource,
} from '../resource.ts';
import { defineTable } from '../table.ts';
import { unitColumns } from './units.ts';
import { productPage } from '../recordPages.ts';

/** One row per product, with its first barcode; stock in base units over the reader's warehouses. */
export const productTable = defineTable({
  id: 'products',
  path: '/material/list',
  exportPath: '/material/exportExcel',
  access: { page: productPage },
  columns: {
    id: { type: 'id', hidden: true },
    version: { type: 'integer', hidden: true },
    imageId: { type: 'id', hidden: true },
    barcode: { type: 'text', code: true, width: 165, pictured: 'imageId' },
    name: { type: 'text', width: 200 },
    standard: { type: 'text' },
    model: { type: 'text' },
    color: { type: 'text' },
    brand: { type: 'text', optional: true },
    mnemonic: { type: 'text', optional: true },
    categoryId: { type: 'id', hidden: true },
    categoryName: { type: 'text' },
    propertyOne: { type: 'text', optional: true },
    propertyTwo: { type: 'text', optional: true },
    propertyThree: { type: 'text', optional: true },
    unit: { type: 'text' },
    ...unitColumns,
    /** Attribute combinations; 0: none. */
    skus: { type: 'integer', optional: true },
    weight: { type: 'quantity', optional: true },
    shelfLifeDays: { type: 'integer', optional: true },
    maker: { type: 'text', optional: true },
    origin: { type: 'text', optional: true },
    country: { type: 'text', optional: true },
    englishName: { type: 'text', optional: true },
    openingStock: { type: 'quantity', optional: true },
    stock: { type: 'quantity' },
    purchasePrice: { type: 'price', mask: 'purchase' },
    retailPrice: { type: 'price', mask: 'retail' },
    salePrice: { type: 'price', mask: 'sale' },
    minimumPrice: { type: 'price', mask: 'sale' },
    distributorPrice: { type: 'price', mask: 'sale', optional: true },
    supplyPrice: { type: 'price', mask: 'sale', optional: true },
    shelfPosition: { type: 'text', optional: true },
    remark: { type: 'text', optional: true },
    serialManaged: { type: 'flag', optional: true },
    lotManaged: { type: 'flag', optional: true },
    kit: { type: 'flag', optional: true },
    enabled: { type: 'flag' },
    createTime: { type: 'time', optional: true },
  },
  filters: {
    category: { by: 'own', control: 'category', first: true },
    keyword: { by: 'own', control: 'text', first: true },
    standard: { by: 'contains', columns: ['standard'], control: 'text', first: true },
    model: { by: 'contains', columns: ['model'], control: 'text' },
    color: { by: 'contains', columns: ['color'], control: 'text' },
    brand: { by: 'contains', columns: ['brand'], control: 'text' },
    maker: { by: 'contains', columns: ['maker'], control: 'text' },
    brandId: { by: 'own', control: 'brand' },
    propertyOne: { by: 'contains', columns: ['propertyOne'], control: 'text' },
    propertyTwo: { by: 'contains', columns: ['propertyTwo'], control: 'text' },
    propertyThree: { by: 'contains', columns: ['propertyThree'], control: 'text' },
    enabled: { by: 'flag', columns: ['enabled'], control: 'flag' },
    serialManaged: { by: 'flag', columns: ['serialManaged'], control: 'flag' },
    lotManaged: { by: 'flag', columns: ['lotManaged'], control: 'flag' },
    kit: { by: 'flag', columns: ['kit'], control: 'flag' },
    shelfPosition: { by: 'contains', columns: ['shelfPosition'], control: 'text' },
    weight: { by: 'own', control: 'text' },
    shelfLifeDays: { by: 'own', control: 'text' },
    remark: { by: 'contains', columns: ['remark'], control: 'text' },
  },
  order: { column: 'createTime', direction: 'desc' },
});

/** 4 to 13 digits, unique in the company; else refused with `barcode.format`. */
export const BarcodeString = Text(60);

/**
 * Barcode row; the first names the base unit. `id` keeps an existing row; a missing row is removed, refused
 * if used. Prices are per `unit`; absent: unchanged.
 */
export const BarcodeInput = Closed({
  id: Optional(Id),
  code: BarcodeString,
  unit: NameText(1, 10),
  /** Attribute values in order, joined by commas. */
  attributes: Optional(Text(200)),
  /** Company's own code. */
  skuCode: Optional(Text(60)),
  /** External code: a supplier's or a shop platform's. */
  outerSkuCode: Optional(Text(60)),
  purchasePrice: OptionalAmount,
  retailPrice: OptionalAmount,
  salePrice: OptionalAmount,
  minimumPrice: OptionalAmount,
  distributorPrice: OptionalAmount,
  supplyPrice: OptionalAmount,
});
export type BarcodeInput = Static<typeof BarcodeInput>;

/**
 * Opening and safety stock in a warehouse, in base units; absent warehouses stay unchanged. `openingPrice`:
 * cost per base unit of opening stock; absent: unchanged, or the first row's purchase price.
 */
export const ProductStockInput = Closed({
  warehouseId: Id,
  openingStock: Optional(AmountString),
  openingPrice: Optional(AmountString),
  minimum: OptionalAmount,
  maximum: OptionalAmount,
});
export type ProductStockInput = Static<typeof ProductStockInput>;

/** Longest lead time of a supplier, in days. */
export const MOST_LEAD_DAYS = 365;
export const MOST_SUPPLIERS = 50;

/**
 * Supplier of a product; quantities and the price are per base unit. `code` is the product's at the
 * supplier. `currency` null: the company's own. Absent fields stay unchanged, new ones are empty.
 */
export const ProductSupplierInput = Closed({
  supplierId: Id,
  code: Optional(Text(60)),
  price: OptionalAmount,
  currency: Optional(Nullable(CurrencyCode)),
  leadDays: Optional(Nullable(Type.Integer({ minimum: 0, maximum: MOST_LEAD_DAYS }))),
  minimumOrder: Optional(Nullable(PositiveString)),
  packSize: Optional(Nullable(PositiveString)),
  /** Chosen for proposals; at most one of a product. */
  preferred: Optional(Type.Boolean()),
});
export type ProductSupplierInput = Static<typeof ProductSupplierInput>;

export const MOST_PARTS = 200;

/** Part of a product, with the quantity for a base unit of the product, in the unit of the barcode. */
export const ProductPartInput = Closed({ barcodeId: Id, quantity: PositiveString });
export type ProductPartInput = Static<typeof ProductPartInput>;

export const ProductAttributeInput = Closed({
  id: Id,
  values: Type.Array(NameText(1, 30), { minItems: 1, maxItems: 100 }),
});

/** Fields of batch edits, shared with the product's form. */
const changeable = {
  categoryId: Optional(Nullable(Id)),
  color: Optional(Text(60)),
  brandId: Optional(Nullable(Id)),
  maker: Optional(Text(60)),
  weight: OptionalAmount,
  shelfLifeDays: Optional(Nullable(Type.Integer({ minimum: 0, maximum: 100_000 }))),
  shelfPosition: Optional(Text(60)),
  serialManaged: Optional(Type.Boolean()),
  lotManaged: Optional(Type.Boolean()),
  remark: Optional(Note(500)),
};

/**
 * Exactly one of `unitName` (single unit) and `unitId` (unit group). `weight` in kilograms per base unit.
 * With `attributes`, each barcode row has a SKU; attributes are fixed, values may be added. `images`: from
 * `uploadFile`, in order; absent: unchanged.
 */
export const ProductFields = Closed({
  ...changeable,
  name: NameText(1, 100),
  englishName: Optional(Text(200)),
  standard: Optional(Text(100)),
  model: Optional(Text(100)),
  origin: Optional(Text(60)),
  /** Country of production. */
  country: Optional(Text(60)),
  /** Label template; null: chosen when printing. */
  labelTemplateId: Optional(Nullable(Id)),
  unitName: Optional(Nullable(NameText(1, 10))),
  unitId: Optional(Nullable(Id)),
  skuCode: Optional(Text(60)),
  /** External code: a supplier's or a shop platform's. */
  outerSkuCode: Optional(Text(60)),
  propertyOne: Optional(Text(100)),
  propertyTwo: Optional(Text(100)),
  propertyThree: Optional(Text(100)),
  enabled: Optional(Type.Boolean()),
  /** Sold as a kit: the bill of materials is moved in its place. */
  kit: Optional(Type.Boolean()),
  attributes: Optional(Type.Array(ProductAttributeInput, { maxItems: 3 })),
  images: Optional(Type.Array(Id, { maxItems: MOST_FILES, uniqueItems: true })),
  barcodes: Type.Array(BarcodeInput, { minItems: 1, maxItems: 200 }),
  stock: Optional(Type.Array(ProductStockInput, { maxItems: 1000 })),
  /** All suppliers; a missing one is removed. Absent: unchanged. */
  suppliers: Optional(Type.Array(ProductSupplierInput, { maxItems: MOST_SUPPLIERS })),
  /** The whole bill of materials; a missing part is removed. Absent: unchanged. */
  parts: Optional(Type.Array(ProductPartInput, { maxItems: MOST_PARTS })),
});
export type ProductFields = Static<typeof ProductFields>;

export const BarcodeReply = Closed({
  id: Id,
  code: Type.String(),
  unit: Type.String(),
  ratio: DecimalString,
  attributes: Type.String(),
  skuCode: Type.String(),
  outerSkuCode: Type.String(),
  isDefault: Type.Boolean(),
  purchasePrice: ShownAmount,
  retailPrice: ShownAmount,
  salePrice: ShownAmount,
  minimumPrice: ShownAmount,
  distributorPrice: ShownAmount,
  supplyPrice: ShownAmount,
  /** Used by lines and not removable. */
  used: Type.Boolean(),
});

/** One row per granted warehouse. */
export const ProductStockReply = Closed({
  warehouseId: Id,
  warehouseName: Type.String(),
  openingStock: DecimalString,
  openingPrice: ShownAmount,
  minimum: Nullable(DecimalString),
  maximum: Nullable(DecimalString),
  stock: DecimalString,
});

/** The preferred supplier comes first; prices are null without access to purchase prices. */
export const ProductSupplierReply = Closed({
  supplierId: Id,
  supplierName: Type.String(),
  code: Type.String(),
  price: ShownAmount,
  currency: Nullable(Type.String()),
  leadDays: Nullable(Type.Integer()),
  minimumOrder: Nullable(DecimalString),
  packSize: Nullable(DecimalString),
  preferred: Type.Boolean(),
});

export const ProductPartReply = Closed({
  barcodeId: Id,
  barcode: Type.String(),
  productName: Type.String(),
  attributes: Type.String(),
  unit: Type.String(),
  quantity: DecimalString,
});

export const ProductInfo = Closed({
  id: Id,
  version: Type.Integer(),
  name: Type.String(),
  englishName: Type.String(),
  mnemonic: Type.String(),
  standard: Type.String(),
  model: Type.String(),
  color: Type.String(),
  brandId: Nullable(Id),
  brandName: Type.String(),
  maker: Type.String(),
  origin: Type.String(),
  country: Type.String(),
  categoryId: Nullable(Id),
  categoryName: Type.String(),
  unitName: Nullable(Type.String()),
  unitId: Nullable(Id),
  weight: Nullable(DecimalString),
  shelfLifeDays: Nullable(Type.Integer()),
  serialManaged: Type.Boolean(),
  lotManaged: Type.Boolean(),
  kit: Type.Boolean(),
  shelfPosition: Type.String(),
  labelTemplateId: Nullable(Id),
  labelTemplateName: Type.String(),
  skuCode: Type.String(),
  outerSkuCode: Type.String(),
  propertyOne: Type.String(),
  propertyTwo: Type.String(),
  propertyThree: Type.String(),
  remark: Type.String(),
  enabled: Type.Boolean(),
  /** Used by lines: units, serial and lot management are fixed. */
  used: Type.Boolean(),
  attributes: Type.Array(
    Closed({ id: Id, name: Type.String(), values: Type.Array(Type.String()) }),
  ),
  images: Type.Array(FileName),
  barcodes: Type.Array(BarcodeReply),
  stock: Type.Array(ProductStockReply),
  suppliers: Type.Array(ProductSupplierReply),
  parts: Type.Array(ProductPartReply),
});
export type ProductInfo = Static<typeof ProductInfo>;

/** `checkIsNameExist` checks the name alone, checkIsExist duplicates. */
export const products = defineResource({
  path: '/material',
  page: productPage,
  table: productTable,
  fields: ProductFields,
  info: ProductInfo,
  unique: { field: 'name' },
  status: true,
});

export const productById = readOne({
  path: '/material/findById',
  summary: 'A product with its barcodes and stock rows',
  access: { page: productPage },
  reply: ProductInfo,
});

/** Duplicates share name, standard, model, colour, maker, three properties and unit. */
export const productExists = defineUniqueCheck({
  path: '/material/checkIsExist',
  summary: 'Is there such a product already',
  access: { page: productPage },
  asks: {
    id: Optional(Id),
    name: Text(200),
    standard: Optional(Text(200)),
    model: Optional(Text(200)),
    color: Optional(Text(200)),
    maker: Optional(Text(200)),
    propertyOne: Optional(Text(200)),
    propertyTwo: Optional(Text(200)),
    propertyThree: Optional(Text(200)),
    unitName: Optional(Text(60)),
    unitId: Optional(Id),
  },
});

/** `id`: barcode row that may keep the code. */
export const barcodeExists = defineUniqueCheck({
  path: '/materialsExtend/checkIsBarCodeExist',
  summary: 'Is the barcode taken',
  access: { page: productPage },
  asks: { id: Optional(Id), barCode: Text(60) },
});

/** Highest barcode of the company's own (fewer than 12 digits), else 1000; forms propose the next ones. */
export const highestBarcode = readAll({
  path: '/material/getMaxBarCode',
  summary: 'The highest own barcode in use',
  access: 'signedIn',
  reply: Closed({ barCode: Type.String() }),
});

export const pinyinInitials = defineEndpoint({
  call: 'POST /material/changeNameToPinYin',
  summary: 'The pinyin initials of a name',
  access: 'signedIn',
  writes: false,
  input: Closed({ name: Text(200) }),
  reply: Type.String(),
});

/** Only the given fields change. */
export const ProductChanges = Type.Object(changeable, {
  additionalProperties: false,
  minProperties: 1,
});
export type ProductChanges = Static<typeof ProductChanges>;

export const batchUpdateProducts = defineEndpoint({
  call: 'POST /material/batchUpdate',
  summary: 'Change the same fields of several products, all or none',
  access: { page: productPage, button: '1' },
  input: Closed({ ids: Ids, material: ProductChanges }),
  reply: Changed,
});

const defineProductCheck = (path: string, summary: string) =>
  defineEndpoint({
    call: `POST ${path}`,
    summary,
    access: { page: productPage, button: '1' },
    writes: false,
    input: Closed({ ids: Ids }),
    /** `differing`: products whose figures differed from the ledger. */
    reply: Closed({ checked: Type.Integer(), differing: Type.Array(Type.String()) }),
  });
export const checkProductStock = defineProductCheck(
  '/material/batchSetMaterialCurrentStock',
  'Compare the stock of products with the ledger',
);
export const checkProductCost = defineProductCheck(
  '/material/batchSetMaterialCurrentUnitPrice',
  'Compare the cost of products with the ledger',
);

/**
 * The product picker: barcode rows of enabled products; `q` is a keyword over barcode, name, mnemonic, standard, model
 * and the like, `stock` is of the row's unit in the warehouse `depotId`, or over the reader's warehouses. An exact
 * barcode comes first.
 */
export const productChoices = defineEndpoint({
  call: 'GET /material/findBySelect',
  summary: 'Products to put on a line',
  access: 'signedIn',
  input: Closed({
    q: Optional(Sought(100)),
    categoryId: Optional(Id),
    standardOrModel: Optional(Sought(100)),
    color: Optional(Sought(60)),
    brand: Optional(Sought(60)),
    mfrs: Optional(Sought(60)),
    propertyOne: Optional(Sought(100)),
    propertyTwo: Optional(Sought(100)),
    propertyThree: Optional(Sought(100)),
    depotId: Optional(Id),
    enableSerialNumber: Optional(Type.Boolean()),
    enableBatchNumber: Optional(Type.Boolean()),
    page: Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    rows: Optional(Type.Integer({ minimum: 1, maximum: 500 })),
  }),
  reply: Closed({
    total: Type.Integer(),
    rows: Type.Array(
      Closed({
        id: Id,
        barcode: Type.String(),
        skuId: Id,
        productId: Id,
        /** The product's first picture. */
        imageId: Nullable(Id),
        name: Type.String(),
        mnemonic: Type.String(),
        categoryName: Type.String(),
        standard: Type.String(),
        model: Type.String(),
        color: Type.String(),
        brand: Type.String(),
        maker: Type.String(),
        propertyOne: Type.String(),
        propertyTwo: Type.String(),
        propertyThree: Type.String(),
        unit: Type.String(),
        ratio: DecimalString,
        attributes: Type.String(),
        serialManaged: Type.Boolean(),
        lotManaged: Type.Boolean(),
        stock: DecimalString,
      }),
    ),
  }),
});
