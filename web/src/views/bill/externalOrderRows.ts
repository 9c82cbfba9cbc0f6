// Orders of a platform's file: rows below headings, whatever the platform calls its columns. Rows of one number are one order.
import { fieldLabel } from '@tradehouse/contract';
import type { ExternalOrderInput } from '@tradehouse/contract';
import { DITTO, decimal, isNoName, plain, plainTitle } from '@tradehouse/domain';
import type { ColumnTitles, NumberSource } from '@tradehouse/domain';
import { language } from '../../app/session/language.ts';
import { instantOf } from '../../control/zone.ts';
import { readImportTable, titlesByColumn } from '../../document/lines/importTable.ts';
import type { ImportTableRow } from '../../document/lines/importTable.ts';
import { t } from '../../phrase/index.ts';

/** What a column may hold, in the order of the template. */
export const orderColumns = [
  'externalOrder',
  'platform',
  'shop',
  'partnerName',
  'orderedAt',
  'outerSkuCode',
  'outerName',
  'quantity',
  'unitPrice',
  'remark',
] as const;
export type OrderColumn = (typeof orderColumns)[number];

const LANGUAGES = ['zh-cn', 'en'] as const;
/** `lineTotal` is the price of all pieces of a line, which Amazon calls the price of its item. */
type Column = OrderColumn | 'lineTotal';
type Row = ImportTableRow<Column>;
type Texts = Row['texts'];

/** Names that platforms have besides: Shopify, Amazon, WooCommerce, eBay, 淘宝, 京东, 拼多多. */
const others: Readonly<Partial<Record<Column, readonly string[]>>> = {
  externalOrder: [
    '订单号|订单编号|平台订单号|主订单编号|orderno|ordernumber|orderid|amazonorderid',
    'order|name',
  ],
  platform: ['来源平台|channel|marketplace'],
  shop: ['店铺名称|店铺名|store|shopname|storename'],
  partnerName: ['客户|客户名称|customer|customername'],
  orderedAt: [
    '下单时间|订单创建时间|订单提交时间|purchasedate|createdat|orderdate|orderedon',
    '付款时间|paidat|date',
  ],
  outerSkuCode: [
    '外部sku|商家编码|商家编码规格维度|外部系统编号|sku|sku编码|skuid|sellersku|lineitemsku|itemsku|productsku|customlabel',
    '规格编码|商品编码|商品编号|商品id|商家编码商品维度|货号',
  ],
  outerName: [
    '商品名称|宝贝标题|商品标题|lineitemname|product|productname|title|itemname|itemtitle|商品|标题',
  ],
  quantity: [
    '购买数量|商品数量|订购数量|宝贝数量|lineitemquantity|quantitypurchased|quantityordered|qty|quantity',
  ],
  unitPrice: ['商品单价|lineitemprice|itemcost|京东价|价格|price|soldfor|itemprice'],
  remark: ['买家留言|买家备注|notes|note|memo'],
};

const titlesFor = (isAmazon: boolean): ColumnTitles<Column> =>
  titlesByColumn(['lineTotal', ...orderColumns] as const, (column) => {
    if (column === 'lineTotal') return [isAmazon ? 'itemprice' : ''];
    const labels = LANGUAGES.map((each) => plainTitle(fieldLabel(each, 'externalOrders', column)));
    return [labels.join('|'), ...(others[column] ?? [])];
  });

/** What a column is called in the language of the screen. */
export const titleOf = (column: OrderColumn): string =>
  fieldLabel(language, 'externalOrders', column);

/** What holds for rows that don't say it. */
export interface OrderDefaults {
  readonly platform: string;
  readonly shop: string;
  readonly partnerId: string | null;
  readonly timeZone: string;
}

export interface ReadOrder {
  /** Tells it from the others of the file. */
  readonly key: string;
  /** Its first row in the file, the headings counted. */
  readonly place: number;
  readonly number: string;
  readonly customer: string;
  readonly lines: number;
  readonly order: ExternalOrderInput | null;
  readonly problem: string | null;
}

const needed = ['externalOrder', 'outerSkuCode', 'quantity'] as const;

/** The orders of a file; null where no headings are understood. */
export function readOrders(
  cells: readonly (readonly string[])[],
  defaults: OrderDefaults,
  source: NumberSource = {},
): readonly ReadOrder[] | null {
  const isAmazon = cells.some((row) => row.some((cell) => plainTitle(cell) === 'amazonorderid'));
  const rows = readImportTable<Column>(
    cells,
    {
      titles: titlesFor(isAmazon),
      isEnough: (mapping) =>
        needed.every((column) => mapping.includes(column)) &&
        (mapping.includes('unitPrice') || mapping.includes('lineTotal')),
      numbers: ['quantity', 'unitPrice', 'lineTotal'],
      days: ['orderedAt'],
    },
    source,
  );
  if (rows === null) return null;
  const orders = new Map<string, Row[]>();
  for (const row of carriedDown(rows)) {
    const key = JSON.stringify(keyOf(row.texts, defaults));
    orders.set(key, [...(orders.get(key) ?? []), row]);
  }
  return [...orders].map(([key, own]) => orderOf(key, own, defaults));
}

/** Columns that say something of the whole order. */
const ofOrder = ['platform', 'shop', 'partnerName', 'orderedAt'] as const;

/** Rows whose order stands in the row above them, as merged cells and platforms write it once. */
function carriedDown(rows: readonly Row[]): readonly Row[] {
  let order: Texts = {};
  return rows.map((row) => {
    const { externalOrder, ...texts } = row.texts;
    const isBlank = externalOrder === undefined || externalOrder === DITTO;
    const isSame = ofOrder.every(
      (column) => texts[column] === undefined || texts[column] === order[column],
    );
    if (!isBlank) order = row.texts;
    else if (order.externalOrder !== undefined && isSame) {
      const { externalOrder: number, platform, shop } = order;
      return {
        ...row,
        texts: {
          ...texts,
          externalOrder: number,
          ...(platform && { platform }),
          ...(shop && { shop }),
        },
      };
    }
    return row;
  });
}

const keyOf = ({ platform, shop, externalOrder = '' }: Texts, defaults: OrderDefaults) => [
  platform ?? defaults.platform.trim(),
  shop ?? defaults.shop.trim(),
  externalOrder,
];

class Unread extends Error {}
const unread = (column: OrderColumn, place: number, text = ''): Unread =>
  new Unread(
    text === ''
      ? t('externalOrder.missing', { row: place, name: titleOf(column) })
      : t('externalOrder.unread', { row: place, name: titleOf(column), text }),
  );

function orderOf(key: string, rows: readonly Row[], defaults: OrderDefaults): ReadOrder {
  // SAFETY: an order is of the rows that name it, so it has one.
  const [{ place, texts }] = rows as [Row];
  const shown = {
    key,
    place,
    number: texts.externalOrder ?? '',
    customer: texts.partnerName ?? '',
    lines: rows.length,
  };
  try {
    return { ...shown, order: written(rows, defaults), problem: null };
  } catch (error) {
    if (!(error instanceof Unread)) throw error;
    return { ...shown, order: null, problem: error.message };
  }
}

/** An order as the call takes it: its first row says what is of all its rows. */
function written(rows: readonly Row[], defaults: OrderDefaults): ExternalOrderInput {
  // SAFETY: an order is of the rows that name it, so it has one.
  const [first] = rows as [Row];
  const { place, texts } = first;
  const [platform = '', shop = '', number = ''] = keyOf(texts, defaults);
  if (number === '' || isNoName(number)) throw unread('externalOrder', place, number);
  if (platform === '') throw unread('platform', place);
  const { partnerId } = defaults;
  // Cells of an order's rows are often merged: the first says it for all.
  const customer = rows.find((row) => row.texts.partnerName !== undefined)?.texts.partnerName;
  if (customer === undefined && partnerId === null) throw unread('partnerName', place);
  const other = rows.find((row) => (row.texts.partnerName ?? customer) !== customer);
  if (other !== undefined) throw unread('partnerName', other.place, other.texts.partnerName);
  return {
    platform,
    shop,
    externalOrder: number,
    ...(customer === undefined ? { partnerId: partnerId ?? '' } : { customer }),
    ...timeOf(first, defaults),
    ...(texts.remark === undefined ? {} : { remark: texts.remark.slice(0, 500) }),
    lines: rows.map(lineOf),
  };
}

/** When it was ordered: on the company's clock, unless the text names another; a day alone is its beginning. */
function timeOf(row: Row, { timeZone }: OrderDefaults): Pick<ExternalOrderInput, 'time'> {
  const { orderedAt } = row.texts;
  if (orderedAt === undefined) return {};
  const read = row.dayIn('orderedAt');
  const zone = zoneIn(orderedAt);
  if (read === undefined || zone === undefined) throw unread('orderedAt', row.place, orderedAt);
  const { day } = read;
  const clock = read.clock ?? '00:00:00';
  return {
    time:
      zone === ''
        ? instantOf(`${day} ${clock}`, timeZone)
        : new Date(`${day}T${clock}${zone}`).toISOString(),
  };
}

/** The zone behind a time of day; '' is none, and undefined a name that several zones have. */
function zoneIn(text: string): string | undefined {
  const [, zone = ''] = /:\d{2}.*?(Z|UTC|GMT|CST|CET|CEST|[+-]\d{2}:?\d{2})$/i.exec(text) ?? [];
  if (/^(Z|UTC|GMT)$/i.test(zone)) return 'Z';
  return /^[A-Z]/i.test(zone) ? undefined : zone.replace(/(\d)(\d{2})$/, '$1:$2');
}

function lineOf(row: Row): ExternalOrderInput['lines'][number] {
  const { outerSkuCode = '', outerName, quantity = '', unitPrice, lineTotal } = row.texts;
  if (outerSkuCode === '' || isNoName(outerSkuCode))
    throw unread('outerSkuCode', row.place, outerSkuCode);
  const many = row.numberIn('quantity');
  if (many === undefined || !decimal(many).isPositive() || decimal(many).isZero())
    throw unread('quantity', row.place, quantity);
  const price = priceOf(row, many);
  if (price === undefined || decimal(price).isNegative())
    throw unread('unitPrice', row.place, unitPrice ?? lineTotal);
  return {
    outerSkuCode,
    ...(outerName === undefined ? {} : { outerName: outerName.slice(0, 200) }),
    quantity: many,
    price,
  };
}

/** A unit price, or a line's total where its pieces share it without a rest. */
function priceOf(row: Row, quantity: string): string | undefined {
  const total = row.numberIn('lineTotal');
  if (total === undefined) return row.numberIn('unitPrice');
  const price = decimal(total).div(quantity);
  return price.decimalPlaces() > 6 ? undefined : plain(price);
}
