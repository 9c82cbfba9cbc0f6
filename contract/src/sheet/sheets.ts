import { MOST_PAYMENT_DAYS, USUAL_PAYMENT, paymentKinds } from '@tradehouse/domain';
import type { UnitMeasure } from '@tradehouse/domain';
import type { TObject, TSchema } from 'typebox';
import {
  BarcodeInput,
  MOST_LEAD_DAYS,
  ProductFields,
  ProductSupplierInput,
} from '../catalog/products.ts';
import { priceListPage } from '../catalog/priceLists.ts';
import { CurrencyCode } from '../field.ts';
import { exchangeRatePage, exchangeRates } from '../money/exchangeRates.ts';
import { openingDebtPage, openingDebtSides, openingDebts } from '../partner/openingDebts.ts';
import { PartnerFields } from '../partner/partners.ts';
import { relationPage, relations } from '../externalOrder/skuMappings.ts';
import { countPage } from '../stock/counts.ts';
import { withProgramHeadings } from './programHeadings.ts';
import { Closed } from '../resource.ts';
import type { Mask } from '../table.ts';
import { partnerPages, productPage } from '../recordPages.ts';

/**
 * Content of a spreadsheet column. `barcode` is text of 4 to 13 digits, `amount` a decimal not below zero,
 * `day` a day of the calendar, `attributes` a combination like 颜色:红;尺码:M, `choice` one of the field's choices, by its
 * word in either language.
 */
export type SheetFieldType =
  | 'text'
  | 'barcode'
  | 'amount'
  | 'integer'
  | 'flag'
  | 'day'
  | 'attributes'
  | 'choice';

/** Format of a text, declared by the field of the form. */
interface Like {
  readonly rule: 'email' | 'phone' | 'currency';
  readonly pattern: string;
}

export interface SheetField {
  readonly type: SheetFieldType;
  /**
   * `column`: the sheet must contain the column; `cell`: if present, every row fills a cell. Required
   * columns are filled too.
   */
  readonly required?: 'column' | 'cell';
  /** Lengths of a text, bounds of a whole number. */
  readonly least?: number;
  readonly most?: number;
  readonly like?: Like;
  /** Measure of the numbers, except masked money and quantities. A percent cell showing 13 % reads 13. */
  readonly measure?: UnitMeasure;
  /** Flag meaning enabled or disabled instead of yes or no. */
  readonly isStatus?: true;
  /** Allowed choices, and the column with their words. */
  readonly choices?: {
    readonly among: readonly string[];
    readonly of: string;
    /** Former words of a choice, still present in older sheets. */
    readonly also?: Readonly<Record<string, readonly string[]>>;
  };
  /** Meaning of a blank cell, unless a blank means nothing. */
  readonly blank?: string;
  /** Text may contain line breaks. */
  readonly lines?: true;
  /** Mask of the amounts; users without access neither read nor write the field here. */
  readonly mask?: Mask;
  /** Further recognised headings, besides the label in both languages. */
  readonly headings?: readonly string[];
  /** Example in the template, in Chinese and English. */
  readonly example: readonly [chinese: string, english: string];
  /** Column for human readers only; nothing is written from the column. */
  readonly ignored?: true;
  /** Column of other programs: recognised in files, absent from templates. */
  readonly foreign?: true;
  /** Headings of a flag with the opposite meaning, such as Disabled. */
  readonly opposites?: readonly string[];
}

export interface ImportSheet {
  readonly id: SheetId;
  /** Page with the edit button required for importing. */
  readonly page: string;
  /** Table with the column titles. */
  readonly labels: string;
  readonly fields: Readonly<Record<string, SheetField>>;
  /** Adds a column per warehouse with the opening stock of a product. */
  readonly warehouses?: true;
}

export const sheetIds = [
  'products',
  'openingStock',
  'suppliers',
  'customers',
  'members',
  'counts',
  'exchangeRates',
  'listPrices',
  'productRelations',
  'openingDebts',
] as const;
export type SheetId = (typeof sheetIds)[number];

type Example = readonly [string, string];

const isPatternRule = (rule: string | undefined): rule is Like['rule'] =>
  rule === 'email' || rule === 'phone' || rule === 'currency';

/** Attributes read from the schema of a text. */
interface TextSchemaShape {
  readonly rule?: string;
  readonly pattern?: string;
  readonly anyOf?: readonly TSchema[];
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** Builds a text field with the length limits of the form field. */
const textField = (
  schema: TObject,
  name: string,
  example: Example,
  more: Partial<SheetField> = {},
): SheetField => {
  const { minLength, maxLength } = readTextLengths(schema.properties[name]);
  const { rule, pattern }: TextSchemaShape = { ...schema.properties[name] };
  return {
    type: 'text',
    example,
    ...(minLength === undefined ? {} : { least: minLength }),
    ...(maxLength === undefined ? {} : { most: maxLength }),
    ...(isPatternRule(rule) && pattern !== undefined ? { like: { rule, pattern } } : {}),
    ...(rule === 'severalLines' ? { lines: true } : {}),
    ...more,
  };
};

/** Reads the length limits of a text schema, including a nullable schema. */
export function readTextLengths(schema: TSchema | undefined): {
  readonly minLength?: number;
  readonly maxLength?: number;
} {
  const own: TextSchemaShape | undefined = schema;
  const [first] = own?.anyOf ?? [];
  return own?.maxLength === undefined && first !== undefined ? readTextLengths(first) : (own ?? {});
}

const amountSheetField = (example: Example, more: Partial<SheetField> = {}): SheetField => ({
  type: 'amount',
  example,
  ...more,
});
const flagSheetField = (example: Example, more: Partial<SheetField> = {}): SheetField => ({
  type: 'flag',
  example,
  ...more,
});
const none: Example = ['', ''];
const status = flagSheetField(['启用', 'enabled'], {
  required: 'cell',
  isStatus: true,
  headings: ['启用', 'Enabled'],
  opposites: ['禁用', 'Disabled'],
});

const productSheetField = (
  name: string,
  example: Example,
  more: Partial<SheetField> = {},
): SheetField => textField(ProductFields, name, example, more);
const unitSheetField = (example: Example, more: Partial<SheetField> = {}): SheetField =>
  textField(BarcodeInput, 'unit', example, { most: 60, ...more });

/** The preferred or first supplier of a product, with terms per base unit. */
const supplierOfProduct = {
  supplierName: { type: 'text', most: 60, example: none },
  supplierCode: textField(ProductSupplierInput, 'code', none),
  supplierPrice: amountSheetField(none, { mask: 'purchase' }),
  supplierCurrency: textField(Closed({ currency: CurrencyCode }), 'currency', none, {
    mask: 'purchase',
  }),
  leadDays: {
    type: 'integer',
    most: MOST_LEAD_DAYS,
    measure: 'days',
    example: none,
    headings: ['采购周期(天)', '采购周期'],
  },
  minimumOrder: amountSheetField(none, { headings: ['起订量'] }),
  packSize: amountSheetField(none),
} as const satisfies Record<string, SheetField>;

/** Products: one row per product or attribute combination, then a column per warehouse. */
const products: ImportSheet = {
  id: 'products',
  page: productPage,
  labels: 'products',
  warehouses: true,
  fields: {
    name: productSheetField('name', ['保温杯', 'Vacuum flask'], { required: 'column' }),
    standard: productSheetField('standard', ['500毫升', '500 ml']),
    model: productSheetField('model', ['B-500', 'B-500']),
    color: productSheetField('color', ['白', 'white']),
    brand: { type: 'text', most: 60, example: none },
    categoryName: { type: 'text', most: 60, example: none },
    weight: amountSheetField(['0.35', '0.35'], {
      measure: 'weight',
      headings: ['基础重量', '基础重量(kg)'],
    }),
    shelfLifeDays: {
      type: 'integer',
      most: 100_000,
      measure: 'days',
      example: none,
      headings: ['保质期(天)'],
    },
    unit: unitSheetField(['个', 'piece'], {
      required: 'column',
      headings: ['基本单位', 'Base unit'],
    }),
    subUnit: unitSheetField(none),
    ratio: amountSheetField(none, { headings: ['比例'] }),
    barcode: {
      type: 'barcode',
      required: 'column',
      example: ['6901234500017', '6901234500017'],
      headings: ['基本条码', 'Base barcode'],
    },
    subBarcode: { type: 'barcode', example: none },
    // A row per combination: rows of one product differ only in combination, barcode, prices and SKU code.
    attributes: { type: 'attributes', example: none, headings: ['多属性'] },
    purchasePrice: amountSheetField(['35', '35'], { mask: 'purchase' }),
    retailPrice: amountSheetField(['69', '69'], { mask: 'retail' }),
    salePrice: amountSheetField(['52', '52'], { mask: 'sale' }),
    minimumPrice: amountSheetField(['48', '48'], { mask: 'sale' }),
    distributorPrice: amountSheetField(none, { mask: 'sale' }),
    supplyPrice: amountSheetField(none, { mask: 'sale' }),
    ...supplierOfProduct,
    enabled: status,
    // Refuses rows without stock, such as services.
    goodsType: {
      type: 'choice',
      choices: {
        among: ['goods'],
        of: 'goodsType',
        also: { goods: ['Storable Product', 'Consumable', '1', 'Yes'] },
      },
      example: none,
      foreign: true,
    },
    // Lots, serial numbers or neither, in one column.
    tracking: {
      type: 'choice',
      choices: {
        among: ['untracked', 'lots', 'serials'],
        of: 'goodsTracking',
        also: {
          untracked: ['No Tracking', 'By Quantity'],
          lots: ['By Lots'],
          serials: ['By Unique Serial Number'],
        },
      },
      example: none,
      foreign: true,
    },
    serialManaged: flagSheetField(['否', 'no'], { headings: ['序列号'] }),
    lotManaged: flagSheetField(['否', 'no'], { headings: ['批号'] }),
    shelfPosition: productSheetField('shelfPosition', ['A-03', 'A-03']),
    maker: productSheetField('maker', none),
    origin: productSheetField('origin', none),
    country: productSheetField('country', none),
    englishName: productSheetField('englishName', none),
    skuCode: { type: 'text', most: 60, example: none },
    propertyOne: productSheetField('propertyOne', none, { headings: ['扩展1'] }),
    propertyTwo: productSheetField('propertyTwo', none, { headings: ['扩展2'] }),
    propertyThree: productSheetField('propertyThree', none, { headings: ['扩展3'] }),
    remark: productSheetField('remark', none),
  },
};

/**
 * Opening stock: a row per product and warehouse; with lots a row per lot, with serial numbers a row for
 * any of the numbers.
 */
const openingStock: ImportSheet = {
  id: 'openingStock',
  page: productPage,
  labels: 'openingStock',
  fields: {
    warehouse: { type: 'text', required: 'column', example: none },
    // Goods are named by barcode, else by SKU code.
    barcode: { type: 'barcode', example: ['6901234500017', '6901234500017'] },
    skuCode: { type: 'text', most: 60, example: none },
    name: { type: 'text', ignored: true, example: ['保温杯', 'Vacuum flask'] },
    lot: { type: 'text', most: 100, example: none },
    // A lot of a product with lots, a serial number of a product with serial numbers.
    lotOrSerial: { type: 'text', most: 100, example: none, foreign: true },
    productionDate: { type: 'day', example: none },
    expiry: { type: 'day', example: none },
    serials: { type: 'text', lines: true, example: none },
    // Blank: the number of serial numbers.
    quantity: amountSheetField(['120', '120'], {
      headings: ['期初数量', '期初库存', 'Opening quantity', 'Opening stock'],
    }),
    openingPrice: amountSheetField(['35', '35'], {
      mask: 'cost',
      headings: ['期初成本', '期初单价', 'Opening cost', 'Opening price', 'Opening unit price'],
    }),
  },
};

const partnerSheetField = (
  name: string,
  example: Example,
  more: Partial<SheetField> = {},
): SheetField => textField(PartnerFields, name, example, more);

const reach = {
  contacts: partnerSheetField('contacts', ['王芳', 'Ann Wang']),
  phone: partnerSheetField('phone', ['13800001111', '13800001111']),
  telephone: partnerSheetField('telephone', none),
  email: partnerSheetField('email', none),
} as const;
const trade = {
  fax: partnerSheetField('fax', none),
  taxNumber: partnerSheetField('taxNumber', none),
  taxRate: amountSheetField(['13', '13'], { most: 100, measure: 'percent' }),
  bankName: partnerSheetField('bankName', none),
  bankAccount: partnerSheetField('bankAccount', none),
  address: partnerSheetField('address', none),
} as const;
/** Payment kind and payment term; a blank means the usual term. */
const terms = {
  paymentKind: {
    type: 'choice',
    choices: { among: paymentKinds, of: 'paymentKind', also: { cycle: ['账期', 'Cycle'] } },
    blank: USUAL_PAYMENT,
    example: ['赊账', 'On account'],
  },
  paymentDays: {
    type: 'integer',
    most: MOST_PAYMENT_DAYS,
    measure: 'days',
    blank: '0',
    example: ['30', '30'],
    headings: ['账期(天)', 'Due days'],
  },
  monthEnd: flagSheetField(['否', 'no'], { headings: ['月结', 'Month end'] }),
} as const satisfies Record<string, SheetField>;
const tail = {
  remark: partnerSheetField('remark', none),
  sort: { type: 'integer', least: -1_000_000, most: 1_000_000, blank: '0', example: none },
  enabled: status,
} as const satisfies Record<string, SheetField>;

/** Partners: opening balances and invoice details. */
const defineTraderSheet = (
  id: 'suppliers' | 'customers',
  { page, example, opening }: { page: string; example: Example; opening: string },
  more: ImportSheet['fields'] = {},
): ImportSheet => ({
  id,
  page,
  labels: id,
  fields: {
    name: partnerSheetField('name', example, { required: 'column' }),
    ...reach,
    [opening]: amountSheetField(['0', '0'], { mask: 'money', blank: '0' }),
    ...trade,
    ...terms,
    ...more,
    ...tail,
  },
});

const suppliers = defineTraderSheet('suppliers', {
  page: partnerPages.supplier,
  example: ['晨光贸易', 'Morning Trading'],
  opening: 'openingPayable',
});

const customers = defineTraderSheet(
  'customers',
  {
    page: partnerPages.customer,
    example: ['宏图超市', 'Grand Market'],
    opening: 'openingReceivable',
  },
  {
    creditLimit: amountSheetField(['50000', '50000'], { mask: 'money' }),
    customerSource: partnerSheetField('customerSource', none),
    mainMarket: partnerSheetField('mainMarket', none),
  },
);

const members: ImportSheet = {
  id: 'members',
  page: partnerPages.member,
  labels: 'members',
  fields: {
    name: partnerSheetField('name', ['80001', '80001'], { required: 'column' }),
    ...reach,
    ...tail,
  },
};

/** Counted quantities for open counts; a barcode may name any unit of a line. */
const counts: ImportSheet = {
  id: 'counts',
  page: countPage,
  labels: 'countLines',
  fields: {
    number: { type: 'text', most: 60, required: 'column', example: none, headings: ['盘点单号'] },
    barcode: { type: 'barcode', required: 'column', example: ['6901234500017', '6901234500017'] },
    name: { type: 'text', ignored: true, example: ['保温杯', 'Vacuum flask'] },
    lot: { type: 'text', most: 100, example: none },
    shelfPosition: { type: 'text', ignored: true, example: ['A-03', 'A-03'] },
    quantity: amountSheetField(['24', '24'], { headings: ['实盘数量', 'Counted'] }),
  },
};

/** Exchange rates, each valid from a day on. */
const rates: ImportSheet = {
  id: 'exchangeRates',
  page: exchangeRatePage,
  labels: 'exchangeRates',
  fields: {
    // A sheet accepts no code stored under earlier rules, unlike the form of a stored rate.
    currency: textField(Closed({ currency: CurrencyCode }), 'currency', ['USD', 'USD'], {
      required: 'column',
      headings: ['货币', '货币代码', 'Currency code'],
    }),
    day: {
      type: 'day',
      required: 'column',
      example: ['2026-01-31', '2026-01-31'],
      headings: ['Date'],
    },
    rate: amountSheetField(['7.1234', '7.1234'], {
      required: 'column',
      measure: 'rate',
      headings: ['Exchange rate'],
    }),
    remark: textField(exchangeRates.add.input, 'remark', none),
  },
};

/** Prices of a price list, per unit of a barcode. */
const listPrices: ImportSheet = {
  id: 'listPrices',
  page: priceListPage,
  labels: 'listPrices',
  fields: {
    priceList: {
      type: 'text',
      most: 60,
      required: 'column',
      example: none,
      headings: ['价格表名称', 'Price list name'],
    },
    // Goods are named by barcode, else by SKU code.
    barcode: { type: 'barcode', example: ['6901234500017', '6901234500017'] },
    skuCode: { type: 'text', most: 60, example: none },
    // Refuses rules that compute a price.
    pricing: {
      type: 'choice',
      choices: { among: ['fixed'], of: 'pricing', also: { fixed: ['Fixed Price'] } },
      example: none,
      foreign: true,
    },
    name: { type: 'text', ignored: true, example: ['保温杯', 'Vacuum flask'] },
    // Chooses among the barcodes of goods named by SKU code.
    unit: { type: 'text', most: 60, example: ['个', 'piece'] },
    price: amountSheetField(['49.5', '49.5'], {
      required: 'column',
      mask: 'sale',
      headings: ['单价'],
    }),
    minimumQuantity: amountSheetField(['12', '12'], {
      blank: '0',
      headings: ['数量起', 'From quantity'],
    }),
    firstDay: { type: 'day', example: none },
    lastDay: { type: 'day', example: none },
  },
};

const skuMappingSheetField = (
  name: string,
  example: Example,
  more: Partial<SheetField> = {},
): SheetField => textField(relations.add.input, name, example, more);

/** Own barcode for a platform code; platform and shop identify the code. */
const productRelations: ImportSheet = {
  id: 'productRelations',
  page: relationPage,
  labels: 'productRelations',
  fields: {
    platform: skuMappingSheetField('platform', ['淘宝', 'Amazon'], { required: 'column' }),
    shop: skuMappingSheetField('shop', ['旗舰店', 'US']),
    outerSkuCode: skuMappingSheetField('outerSkuCode', ['TB-1001', 'B0-1001'], {
      required: 'column',
      headings: ['Outer SKU'],
    }),
    outerName: skuMappingSheetField('outerName', ['保温杯 500ml', 'Flask 500 ml'], {
      headings: ['Outer name'],
    }),
    outerProductId: skuMappingSheetField('outerProductId', none, {
      headings: ['Outer product ID'],
    }),
    barcode: {
      type: 'barcode',
      example: ['6901234500017', '6901234500017'],
      headings: ['条码', 'Barcode'],
    },
    productName: { type: 'text', ignored: true, example: ['保温杯', 'Vacuum flask'] },
    ratio: amountSheetField(['1', '1'], { blank: '1' }),
    stockSync: flagSheetField(['是', 'yes']),
    remark: skuMappingSheetField('remark', none),
  },
};

const openingDebtSheetField = (
  name: string,
  example: Example,
  more: Partial<SheetField> = {},
): SheetField => textField(openingDebts.add.input, name, example, more);

/** Bills open when the company moved in, identified by side and number. */
const openingDebtSheet: ImportSheet = {
  id: 'openingDebts',
  page: openingDebtPage,
  labels: 'openingDebts',
  fields: {
    partnerName: {
      type: 'text',
      most: 60,
      required: 'column',
      example: ['宏图超市', 'Grand Market'],
      headings: ['单位名称', '客户', '供应商', 'Customer', 'Supplier', 'Partner name'],
    },
    // Blank: the only customer or supplier of the name.
    side: {
      type: 'choice',
      choices: {
        among: openingDebtSides,
        of: 'side',
        also: {
          receivable: ['Customer', 'Customer Invoice', 'Sales Receipt'],
          payable: ['Supplier', 'Vendor Bill', 'Purchase Receipt'],
        },
      },
      example: ['应收', 'Receivable'],
      headings: ['类型', 'Type'],
    },
    number: openingDebtSheetField('number', ['XS-0917', 'INV-0917'], {
      required: 'column',
      headings: ['单据号', '单号', 'Invoice number', 'Number', 'Document number'],
    }),
    businessDate: {
      type: 'day',
      required: 'column',
      example: ['2026-09-17', '2026-09-17'],
      headings: ['日期', '开单日期', 'Date', 'Invoice date', 'Posting date'],
    },
    dueOn: {
      type: 'day',
      example: ['2026-10-17', '2026-10-17'],
      headings: ['到期日期', 'Due date'],
    },
    currency: textField(Closed({ currency: CurrencyCode }), 'currency', none, {
      headings: ['货币', '货币代码', 'Currency code'],
    }),
    exchangeRate: amountSheetField(none, { measure: 'rate', headings: ['汇率'] }),
    amount: amountSheetField(['12800', '12800'], {
      required: 'column',
      mask: 'money',
      headings: ['未收金额', '未付金额', 'Outstanding amount', 'Amount due', 'Open amount'],
    }),
    remark: openingDebtSheetField('remark', none),
  },
};

const ownSheets: Readonly<Record<SheetId, ImportSheet>> = {
  products,
  openingStock,
  suppliers,
  customers,
  members,
  counts,
  exchangeRates: rates,
  listPrices,
  productRelations,
  openingDebts: openingDebtSheet,
};

const withPrograms = (sheet: ImportSheet): ImportSheet => ({
  ...sheet,
  fields: withProgramHeadings(sheet.id, sheet.fields),
});

// SAFETY: the keys are those of the sheets.
export const sheets = Object.fromEntries(
  sheetIds.map((id) => [id, withPrograms(ownSheets[id])]),
) as Readonly<Record<SheetId, ImportSheet>>;
