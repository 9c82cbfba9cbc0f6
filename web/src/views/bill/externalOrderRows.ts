// Orders of a platform's file: rows below headings, whatever the platform calls its columns. Rows of one number are one order.
import { fieldLabel } from '@tradehouse/contract';
import type { ExternalOrderInput } from '@tradehouse/contract';
import {
  CURRENCY_TITLES,
  decimal,
  isDitto,
  isNoName,
  parseCurrencyText,
  plain,
  plainTitle,
} from '@tradehouse/domain';
import type { ColumnMapping, ColumnTitles } from '@tradehouse/domain';
import { language } from '../../app/session/language.ts';
import { instantInNamedZone, instantOf } from '../../control/zone.ts';
import { readImportTable, titlesByColumn } from '../../control/importDialog/importTable.ts';
import type { ImportTableRow, TableSource } from '../../control/importDialog/importTable.ts';
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
/**
 * Columns that are read besides. `lineTotal` is the price of all pieces of a line, which Amazon calls the price of its item;
 * discounts are read so that none is left out in silence.
 */
const hiddenColumns = [
  'lineTotal',
  'state',
  'refund',
  'cancelledAt',
  'currency',
  'lineDiscount',
  'orderDiscount',
] as const;
type HiddenColumn = (typeof hiddenColumns)[number];
export type ReadColumn = OrderColumn | HiddenColumn;
type Column = ReadColumn;
export const readColumns: readonly Column[] = [...orderColumns, ...hiddenColumns];
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
    '下单时间|订单创建时间|订单提交时间|订单成交时间|purchasedate|createdat|orderdate|orderedon',
    '付款时间|paidat|date',
  ],
  outerSkuCode: [
    '外部sku|outersku|商家编码|商家编码规格维度|外部系统编号|sku|sku编码|skuid|sellersku|lineitemsku|itemsku|productsku|customlabel',
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
  state: ['订单状态|orderstatus|financialstatus|paymentstatus', '交易状态|状态|status|state'],
  refund: ['退款状态|售后状态|refundstatus'],
  cancelledAt: ['取消时间|cancelledat|canceledat|cancelledon'],
  currency: [CURRENCY_TITLES],
  lineDiscount: ['lineitemdiscount|itempromotiondiscount|商品优惠|商品优惠金额|单品优惠'],
  orderDiscount: [
    'discountamount|orderdiscount|cartdiscountamount|订单优惠|订单优惠金额|优惠金额|商家优惠金额|店铺优惠金额|店铺优惠折扣|折扣金额|discount',
  ],
};

export const isHidden = (column: Column): column is HiddenColumn =>
  hiddenColumns.some((hidden) => hidden === column);

type Cells = readonly (readonly string[])[];

/** Titles as the file's platform means them: an item's price is that of all its pieces at Amazon alone. */
export const titlesFor = (cells: Cells): ColumnTitles<Column> =>
  titlesByColumn([...hiddenColumns, ...orderColumns], (column) => {
    if (column === 'lineTotal') return [lineTotalIn(cells)];
    if (isHidden(column)) return others[column] ?? [];
    const labels = LANGUAGES.map((each) => plainTitle(fieldLabel(each, 'externalOrders', column)));
    return [labels.join('|'), ...(others[column] ?? [])];
  });

/** The heading of the price of all pieces: of Amazon, or of Pinduoduo, which has no price of a piece. */
function lineTotalIn(cells: Cells): string {
  const hasTitle = (title: string): boolean =>
    cells.some((row) => row.some((cell) => plainTitle(cell) === title));
  if (hasTitle('amazonorderid')) return 'itemprice';
  return hasTitle('商品总价') && !hasTitle('商品单价') ? '商品总价' : '';
}

/** What a column is called in the language of the screen. */
export const titleOf = (column: OrderColumn): string =>
  fieldLabel(language, 'externalOrders', column);

/** What holds for rows that don't say it. */
export interface OrderDefaults {
  readonly platform: string;
  readonly shop: string;
  readonly partnerId: string | null;
  readonly timeZone: string;
  /** The company's own, in which orders come in. */
  readonly currency: string;
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
  /** The cell that the problem is of; null beside an order. */
  readonly refused: { readonly place: number; readonly column: ReadColumn | null } | null;
}

const needed = ['externalOrder', 'outerSkuCode', 'quantity'] as const;
export const isOrderMapping = (mapping: ColumnMapping<Column>): boolean =>
  needed.every((column) => mapping.includes(column)) &&
  (mapping.includes('unitPrice') || mapping.includes('lineTotal'));

/** The orders of a file; null where no headings are understood. */
export function readOrders(
  cells: readonly (readonly string[])[],
  defaults: OrderDefaults,
  source: TableSource<Column> = {},
): readonly ReadOrder[] | null {
  const rows = readImportTable<Column>(
    cells,
    {
      titles: titlesFor(cells),
      isEnough: isOrderMapping,
      numbers: ['quantity', 'unitPrice', 'lineTotal', 'lineDiscount', 'orderDiscount'],
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
    const isBlank = externalOrder === undefined || isDitto(externalOrder);
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

/** Words of platforms for orders that are paid, or done, and for those that are not, or not any more. */
const LIVE =
  /^((买家)?已付款.*|已支付|等待卖家发货|等待发货|待发货|待出库|等待出库|待揽收|备货中|部分发货|已发货.*|卖家已发货.*|等待买家确认收货|待收货|已收货|已签收|待评价|交易成功|交易完成|已完成|完成|成功|正常|paid|authorized|processing|completed?|unshipped|(partially )?shipped|shipping|delivered|(un|partially )?fulfilled|ready to ship|awaiting (shipment|fulfillment)|open|closed|success)$/i;
const DEAD =
  /关闭|取消|作废|撤销|失败|待付款|等待(买家)?付款|未付款|待支付|未支付|已退款|退款成功|全额退款|^refunded$|cancel|void|fail|expired|unpaid|pending|on.?hold|declin|reject/i;
const NO_REFUND = /^(无|没有.*|未申请.*|无(售后|退款).*|(售后|退款)(关闭|取消|已取消)|none|no)$/i;

/** A problem with the state of an order, by all of its rows; null: it is paid or done. */
function stateProblem(rows: readonly Row[]): Unread | null {
  for (const { place, texts } of rows) {
    const { state, refund, cancelledAt } = texts;
    const left = (column: Column, text: string) =>
      new Unread({ place, column }, t('externalOrder.notLive', { row: place, text }));
    if (cancelledAt !== undefined) return left('cancelledAt', cancelledAt);
    if (refund !== undefined && !NO_REFUND.test(refund)) return left('refund', refund);
    if (state === undefined || LIVE.test(state)) continue;
    return DEAD.test(state)
      ? left('state', state)
      : new Unread(
          { place, column: 'state' },
          t('externalOrder.unknownState', { row: place, text: state }),
        );
  }
  return null;
}

/** A problem with what the orders' lines can't hold: another currency, a discount, a row that was split wrongly. */
function moneyProblem(rows: readonly Row[], currency: string): Unread | null {
  for (const { place, texts, numberIn, surplus } of rows) {
    if (surplus !== '')
      return new Unread(
        { place, column: null },
        `${t('table.row', { row: place })}${t('table.surplus', { text: surplus })}`,
      );
    if (texts.currency !== undefined && parseCurrencyText(texts.currency) !== currency)
      return new Unread(
        { place, column: 'currency' },
        t('externalOrder.otherCurrency', { row: place, text: texts.currency, currency }),
      );
    for (const column of ['lineDiscount', 'orderDiscount'] as const) {
      const text = texts[column];
      if (text !== undefined && numberIn(column) !== '0')
        return new Unread({ place, column }, t('externalOrder.discounted', { row: place, text }));
    }
  }
  return null;
}

class Unread extends Error {
  readonly refused: { readonly place: number; readonly column: Column | null };
  constructor(refused: Unread['refused'], message: string) {
    super(message);
    this.refused = refused;
  }
}
/** Signs that an order's remark, and the name of its goods elsewhere, may have. */
const [MOST_REMARK, MOST_NAME] = [500, 200];
const unread = (column: OrderColumn, place: number, text = ''): Unread =>
  new Unread(
    { place, column },
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
    return { ...shown, order: written(rows, defaults), problem: null, refused: null };
  } catch (error) {
    if (!(error instanceof Unread)) throw error;
    return { ...shown, order: null, problem: error.message, refused: error.refused };
  }
}

/** An order as the call takes it: its first row says what is of all its rows. */
function written(rows: readonly Row[], defaults: OrderDefaults): ExternalOrderInput {
  // SAFETY: an order is of the rows that name it, so it has one.
  const [first] = rows as [Row];
  const { place, texts } = first;
  const [platform = '', shop = '', number = ''] = keyOf(texts, defaults);
  const problem = stateProblem(rows) ?? moneyProblem(rows, defaults.currency);
  if (problem !== null) throw problem;
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
    ...timeOf(rows, defaults),
    ...remarkOf(rows),
    lines: rows.map(lineOf),
  };
}

/** Every remark of an order's rows, once. */
function remarkOf(rows: readonly Row[]): Pick<ExternalOrderInput, 'remark'> {
  const remark = [...new Set(rows.flatMap(({ texts }) => texts.remark ?? []))].join('; ');
  // SAFETY: an order is of the rows that name it, so it has one.
  if (remark.length > MOST_REMARK) throw unread('remark', (rows as [Row])[0].place, remark);
  return remark === '' ? {} : { remark };
}

/** When it was ordered, by the first row that says it. Throws where another row says another time. */
function timeOf(
  rows: readonly Row[],
  { timeZone }: OrderDefaults,
): Pick<ExternalOrderInput, 'time'> {
  const [time, ...later] = rows.flatMap((row) => {
    const { orderedAt } = row.texts;
    return orderedAt === undefined ? [] : [{ row, instant: instantIn(row, orderedAt, timeZone) }];
  });
  const other = later.find(({ instant }) => instant !== time?.instant);
  if (other !== undefined) throw unread('orderedAt', other.row.place, other.row.texts.orderedAt);
  return time === undefined ? {} : { time: time.instant };
}

/** An instant on the company's clock, unless the text names another; a day alone is its beginning. */
function instantIn(row: Row, text: string, timeZone: string): string {
  const read = row.dayIn('orderedAt');
  if (read === undefined) throw unread('orderedAt', row.place, text);
  const wall = `${read.day} ${read.clock ?? '00:00:00'}`;
  const instant =
    read.zone === null ? instantOf(wall, timeZone) : instantInNamedZone(wall, read.zone);
  if (instant === undefined) throw unread('orderedAt', row.place, text);
  return instant;
}

function lineOf(row: Row): ExternalOrderInput['lines'][number] {
  const { outerSkuCode = '', outerName, quantity = '', unitPrice, lineTotal } = row.texts;
  if (outerSkuCode === '' || isNoName(outerSkuCode))
    throw unread('outerSkuCode', row.place, outerSkuCode);
  if ((outerName ?? '').length > MOST_NAME) throw unread('outerName', row.place, outerName);
  const many = row.numberIn('quantity');
  if (many === undefined || !decimal(many).isPositive() || decimal(many).isZero())
    throw unread('quantity', row.place, quantity);
  const price = priceOf(row, many);
  if (price === undefined || decimal(price).isNegative())
    throw unread('unitPrice', row.place, unitPrice ?? lineTotal);
  return {
    outerSkuCode,
    ...(outerName === undefined ? {} : { outerName }),
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
