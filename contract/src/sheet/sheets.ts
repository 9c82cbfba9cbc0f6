import { MOST_PAYMENT_DAYS, USUAL_PAYMENT, paymentKinds } from '@tradehouse/domain';
import type { Measure } from '@tradehouse/domain';
import type { TObject, TSchema } from 'typebox';
import { BarcodeInput, ProductFields, productPage } from '../catalog/products.ts';
import { priceListPage } from '../catalog/priceLists.ts';
import { exchangeRatePage, exchangeRates } from '../money/exchangeRates.ts';
import { PartnerFields, partnerPages } from '../partner/partners.ts';
import { relationPage, relations } from '../relation/relations.ts';
import { countPage } from '../stock/counts.ts';
import type { Mask } from '../table.ts';

/**
 * What a column of a spreadsheet may hold. `barcode` is text of 4 to 13 digits, `amount` a decimal not below zero,
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

/** How a text must look, as the form's own field declares it. */
interface Like {
  readonly rule: 'email' | 'phone' | 'currency';
  readonly pattern: string;
}

export interface SheetField {
  readonly type: SheetFieldType;
  /** `column`: the sheet must have it; `cell`: where it is there, every row fills it. A required column is filled too. */
  readonly required?: 'column' | 'cell';
  /** Lengths of a text, bounds of a whole number. */
  readonly least?: number;
  readonly most?: number;
  readonly like?: Like;
  /**
   * Numbers of the column count this, where they are no money of a mask and no quantity. A cell of percents that shows 13 %
   * says 13.
   */
  readonly measure?: Measure;
  /** A flag that says enabled or disabled rather than yes or no. */
  readonly isStatus?: true;
  /** Of a choice: what it may be, and the column whose words these have. */
  readonly choices?: {
    readonly among: readonly string[];
    readonly of: string;
    /** Earlier words of a choice, which older sheets still hold. */
    readonly also?: Readonly<Record<string, readonly string[]>>;
  };
  /** What a blank cell means, where it is not nothing. */
  readonly blank?: string;
  /** A text whose lines may break. */
  readonly lines?: true;
  /** Whose amounts it holds: who may not see them neither reads nor writes them here. */
  readonly mask?: Mask;
  /** Other headings it is known by, besides its own label in both languages. */
  readonly headings?: readonly string[];
  /** What the template shows, in Chinese and English. */
  readonly example: readonly [chinese: string, english: string];
  /** Read for the reader's sake only; nothing is written of it. */
  readonly ignored?: true;
}

export interface Sheet {
  readonly id: SheetId;
  /** Its edit button is what importing takes. */
  readonly page: string;
  /** The table whose words title the columns. */
  readonly labels: string;
  readonly fields: Readonly<Record<string, SheetField>>;
  /** One more column per warehouse: what a product starts with there. */
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
] as const;
export type SheetId = (typeof sheetIds)[number];

type Example = readonly [string, string];

const isLike = (rule: string | undefined): rule is Like['rule'] =>
  rule === 'email' || rule === 'phone' || rule === 'currency';

/** What is read of a text's schema. */
interface Shape {
  readonly rule?: string;
  readonly pattern?: string;
  readonly anyOf?: readonly TSchema[];
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** A text as long as the form's own field allows. */
const textField = (
  schema: TObject,
  name: string,
  example: Example,
  more: Partial<SheetField> = {},
): SheetField => {
  const { minLength, maxLength } = lengths(schema.properties[name]);
  const { rule, pattern }: Shape = { ...schema.properties[name] };
  return {
    type: 'text',
    example,
    ...(minLength === undefined ? {} : { least: minLength }),
    ...(maxLength === undefined ? {} : { most: maxLength }),
    ...(isLike(rule) && pattern !== undefined ? { like: { rule, pattern } } : {}),
    ...(rule === 'severalLines' ? { lines: true } : {}),
    ...more,
  };
};

/** Lengths of a text schema, also of one that may be null. */
function lengths(schema: TSchema | undefined): { minLength?: number; maxLength?: number } {
  const own: Shape | undefined = schema;
  const [first] = own?.anyOf ?? [];
  return own?.maxLength === undefined && first !== undefined ? lengths(first) : (own ?? {});
}

const amount = (example: Example, more: Partial<SheetField> = {}): SheetField => ({
  type: 'amount',
  example,
  ...more,
});
const flag = (example: Example, more: Partial<SheetField> = {}): SheetField => ({
  type: 'flag',
  example,
  ...more,
});
const none: Example = ['', ''];
const status = flag(['启用', 'enabled'], {
  required: 'cell',
  isStatus: true,
  headings: ['启用', 'Enabled'],
});

const product = (name: string, example: Example, more: Partial<SheetField> = {}): SheetField =>
  textField(ProductFields, name, example, more);
const unit = (example: Example, more: Partial<SheetField> = {}): SheetField =>
  textField(BarcodeInput, 'unit', example, { most: 60, ...more });

/**
 * Products, one row each or one per combination of attributes, as domain.md 11 lays them out; then a column per
 * warehouse.
 */
const products: Sheet = {
  id: 'products',
  page: productPage,
  labels: 'products',
  warehouses: true,
  fields: {
    name: product('name', ['保温杯', 'Vacuum flask'], { required: 'column' }),
    standard: product('standard', ['500毫升', '500 ml']),
    model: product('model', ['B-500', 'B-500']),
    color: product('color', ['白', 'white']),
    brand: { type: 'text', most: 60, example: none },
    categoryName: { type: 'text', most: 60, example: none },
    weight: amount(['0.35', '0.35'], { measure: 'weight', headings: ['基础重量', '基础重量(kg)'] }),
    shelfLifeDays: {
      type: 'integer',
      most: 100_000,
      measure: 'days',
      example: none,
      headings: ['保质期(天)'],
    },
    unit: unit(['个', 'piece'], { required: 'column', headings: ['基本单位', 'Base unit'] }),
    subUnit: unit(none),
    ratio: amount(none, { headings: ['比例'] }),
    barcode: {
      type: 'barcode',
      required: 'column',
      example: ['6901234500017', '6901234500017'],
      headings: ['基本条码', 'Base barcode'],
    },
    subBarcode: { type: 'barcode', example: none },
    // A row per combination: rows of one product say the same of everything but it, the barcode, the prices and the SKU code.
    attributes: { type: 'attributes', example: none, headings: ['多属性'] },
    purchasePrice: amount(['35', '35'], { mask: 'purchase' }),
    retailPrice: amount(['69', '69'], { mask: 'retail' }),
    salePrice: amount(['52', '52'], { mask: 'sale' }),
    minimumPrice: amount(['48', '48'], { mask: 'sale' }),
    distributorPrice: amount(none, { mask: 'sale' }),
    supplyPrice: amount(none, { mask: 'sale' }),
    enabled: status,
    serialManaged: flag(['否', 'no'], { headings: ['序列号'] }),
    lotManaged: flag(['否', 'no'], { headings: ['批号'] }),
    shelfPosition: product('shelfPosition', ['A-03', 'A-03']),
    maker: product('maker', none),
    origin: product('origin', none),
    englishName: product('englishName', none),
    skuCode: { type: 'text', most: 60, example: none },
    propertyOne: product('propertyOne', none, { headings: ['扩展1'] }),
    propertyTwo: product('propertyTwo', none, { headings: ['扩展2'] }),
    propertyThree: product('propertyThree', none, { headings: ['扩展3'] }),
    remark: product('remark', none),
  },
};

/** What products start with, a row per product and warehouse. */
const openingStock: Sheet = {
  id: 'openingStock',
  page: productPage,
  labels: 'openingStock',
  fields: {
    warehouse: { type: 'text', required: 'column', example: none },
    barcode: {
      type: 'barcode',
      required: 'column',
      example: ['6901234500017', '6901234500017'],
    },
    name: { type: 'text', ignored: true, example: ['保温杯', 'Vacuum flask'] },
    quantity: amount(['120', '120'], { required: 'column' }),
    openingPrice: amount(['35', '35'], { mask: 'cost' }),
  },
};

const partner = (name: string, example: Example, more: Partial<SheetField> = {}): SheetField =>
  textField(PartnerFields, name, example, more);

const reach = {
  contacts: partner('contacts', ['王芳', 'Ann Wang']),
  phone: partner('phone', ['13800001111', '13800001111']),
  telephone: partner('telephone', none),
  email: partner('email', none),
} as const;
const trade = {
  fax: partner('fax', none),
  taxNumber: partner('taxNumber', none),
  taxRate: amount(['13', '13'], { most: 100, measure: 'percent' }),
  bankName: partner('bankName', none),
  bankAccount: partner('bankAccount', none),
  address: partner('address', none),
} as const;
/** How bills are paid and until when; a blank agrees nothing but what is usual. */
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
  monthEnd: flag(['否', 'no'], { headings: ['月结', 'Month end'] }),
} as const satisfies Record<string, SheetField>;
const tail = {
  remark: partner('remark', none),
  sort: { type: 'integer', least: -1_000_000, most: 1_000_000, blank: '0', example: none },
  enabled: status,
} as const satisfies Record<string, SheetField>;

/** Whom we trade with: what they are owed or owe, and what an invoice to them needs. */
const trader = (
  id: 'suppliers' | 'customers',
  { page, example, opening }: { page: string; example: Example; opening: string },
  more: Sheet['fields'] = {},
): Sheet => ({
  id,
  page,
  labels: id,
  fields: {
    name: partner('name', example, { required: 'column' }),
    ...reach,
    [opening]: amount(['0', '0'], { mask: 'money', blank: '0' }),
    ...trade,
    ...terms,
    ...more,
    ...tail,
  },
});

const suppliers = trader('suppliers', {
  page: partnerPages.supplier,
  example: ['晨光贸易', 'Morning Trading'],
  opening: 'openingPayable',
});

const customers = trader(
  'customers',
  {
    page: partnerPages.customer,
    example: ['宏图超市', 'Grand Market'],
    opening: 'openingReceivable',
  },
  {
    creditLimit: amount(['50000', '50000'], { mask: 'money' }),
    customerSource: partner('customerSource', none),
    mainMarket: partner('mainMarket', none),
  },
);

const members: Sheet = {
  id: 'members',
  page: partnerPages.member,
  labels: 'members',
  fields: {
    name: partner('name', ['80001', '80001'], { required: 'column' }),
    ...reach,
    ...tail,
  },
};

/** What somebody counted of the lines of open counts; a barcode may name any of a line's units. */
const counts: Sheet = {
  id: 'counts',
  page: countPage,
  labels: 'countLines',
  fields: {
    number: { type: 'text', most: 60, required: 'column', example: none, headings: ['盘点单号'] },
    barcode: { type: 'barcode', required: 'column', example: ['6901234500017', '6901234500017'] },
    name: { type: 'text', ignored: true, example: ['保温杯', 'Vacuum flask'] },
    lot: { type: 'text', most: 100, example: none },
    shelfPosition: { type: 'text', ignored: true, example: ['A-03', 'A-03'] },
    quantity: amount(['24', '24'], { headings: ['实盘数量', 'Counted'] }),
  },
};

/** What a currency is worth from a day on. */
const rates: Sheet = {
  id: 'exchangeRates',
  page: exchangeRatePage,
  labels: 'exchangeRates',
  fields: {
    currency: textField(exchangeRates.add.input, 'currency', ['USD', 'USD'], {
      required: 'column',
      headings: ['货币', '货币代码', 'Currency code'],
    }),
    day: {
      type: 'day',
      required: 'column',
      example: ['2026-01-31', '2026-01-31'],
      headings: ['Date'],
    },
    rate: amount(['7.1234', '7.1234'], {
      required: 'column',
      measure: 'rate',
      headings: ['Exchange rate'],
    }),
    remark: textField(exchangeRates.add.input, 'remark', none),
  },
};

/** What goods cost by a price list: of a barcode's unit. */
const listPrices: Sheet = {
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
    barcode: { type: 'barcode', required: 'column', example: ['6901234500017', '6901234500017'] },
    name: { type: 'text', ignored: true, example: ['保温杯', 'Vacuum flask'] },
    unit: { type: 'text', ignored: true, example: ['个', 'piece'] },
    price: amount(['49.5', '49.5'], { required: 'column', mask: 'sale', headings: ['单价'] }),
  },
};

const relation = (name: string, example: Example, more: Partial<SheetField> = {}): SheetField =>
  textField(relations.add.input, name, example, more);

/** Which of our barcodes a platform's code stands for; the code is known by its platform and shop. */
const productRelations: Sheet = {
  id: 'productRelations',
  page: relationPage,
  labels: 'productRelations',
  fields: {
    platform: relation('platform', ['淘宝', 'Amazon'], { required: 'column' }),
    shop: relation('shop', ['旗舰店', 'US']),
    outerSkuCode: relation('outerSkuCode', ['TB-1001', 'B0-1001'], {
      required: 'column',
      headings: ['Outer SKU'],
    }),
    outerName: relation('outerName', ['保温杯 500ml', 'Flask 500 ml'], {
      headings: ['Outer name'],
    }),
    outerProductId: relation('outerProductId', none),
    barcode: {
      type: 'barcode',
      example: ['6901234500017', '6901234500017'],
      headings: ['条码', 'Barcode'],
    },
    productName: { type: 'text', ignored: true, example: ['保温杯', 'Vacuum flask'] },
    ratio: amount(['1', '1'], { blank: '1' }),
    stockSync: flag(['是', 'yes']),
    remark: relation('remark', none),
  },
};

/** Every spreadsheet that records come in by. */
export const sheets: Readonly<Record<SheetId, Sheet>> = {
  products,
  openingStock,
  suppliers,
  customers,
  members,
  counts,
  exchangeRates: rates,
  listPrices,
  productRelations,
};
