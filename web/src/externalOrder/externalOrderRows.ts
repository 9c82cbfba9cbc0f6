// Orders of a platform's file: rows below headings, whatever their titles. Rows with one number form one
// order.
import { fieldLabel } from '@tradehouse/contract';
import type { ExternalOrderInput } from '@tradehouse/contract';
import {
  CURRENCY_TITLES,
  decimal,
  isDitto,
  isNoName,
  isNameOfCurrency,
  toPlainDecimal,
  normalizeTitle,
} from '@tradehouse/domain';
import type { ColumnMapping, ColumnTitles } from '@tradehouse/domain';
import { language } from '../app/session/language.ts';
import { instantInNamedZone, instantOfWallTime } from '../control/zone.ts';
import {
  foreignText,
  readImportTable,
  titlesByColumn,
} from '../control/importDialog/importTable.ts';
import type { ImportTableRow, TableSource } from '../control/importDialog/importTable.ts';
import { t } from '../phrase/index.ts';

/** Columns in template order. */
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
export type ExternalOrderColumn = (typeof orderColumns)[number];

const LANGUAGES = ['zh-cn', 'en'] as const;
/**
 * Further recognized columns. `lineTotal` is the price of all pieces of a line, called item price by
 * Amazon; discounts are read so that none is silently ignored, and buyers to notice another order.
 */
const hiddenColumns = [
  'lineTotal',
  'buyer',
  'state',
  'refund',
  'cancelledAt',
  'currency',
  'lineDiscount',
  'orderDiscount',
] as const;
type HiddenColumn = (typeof hiddenColumns)[number];
export type ReadColumn = ExternalOrderColumn | HiddenColumn;
type ExternalOrderReadColumn = ReadColumn;
export const readColumns: readonly ExternalOrderReadColumn[] = [...orderColumns, ...hiddenColumns];
type ExternalOrderImportRow = ImportTableRow<ExternalOrderReadColumn>;
type ExternalOrderTexts = ExternalOrderImportRow['texts'];

/** Additional titles used by platforms: Shopify, Amazon, WooCommerce, eBay, 淘宝, 京东, 拼多多. */
const others: Readonly<Partial<Record<ExternalOrderReadColumn, readonly string[]>>> = {
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
  buyer: [
    '买家|买家昵称|买家会员名|买家账号|buyer|buyername|buyerusername',
    '收件人|收货人|收件人姓名|收货人姓名|recipient|recipientname|shippingname',
  ],
  state: ['订单状态|orderstatus|financialstatus|paymentstatus', '交易状态|状态|status|state'],
  refund: ['退款状态|售后状态|refundstatus'],
  cancelledAt: ['取消时间|cancelledat|canceledat|cancelledon'],
  currency: [CURRENCY_TITLES],
  lineDiscount: ['lineitemdiscount|itempromotiondiscount|商品优惠|商品优惠金额|单品优惠'],
  orderDiscount: [
    'discountamount|orderdiscount|cartdiscountamount|订单优惠|订单优惠金额|优惠金额|商家优惠金额|店铺优惠金额|店铺优惠折扣|折扣金额|discount',
  ],
};

export const isHiddenOrderColumn = (column: ExternalOrderReadColumn): column is HiddenColumn =>
  hiddenColumns.some((hidden) => hidden === column);

type ExternalOrderCells = readonly (readonly string[])[];

/** Returns titles for the file's platform: only Amazon's item price covers all pieces. */
export const titlesOfExternalOrderFile = (
  cells: ExternalOrderCells,
): ColumnTitles<ExternalOrderReadColumn> =>
  titlesByColumn([...hiddenColumns, ...orderColumns], (column) => {
    if (column === 'lineTotal') return [lineTotalIn(cells)];
    if (isHiddenOrderColumn(column)) return others[column] ?? [];
    const labels = LANGUAGES.map((each) =>
      normalizeTitle(fieldLabel(each, 'externalOrders', column)),
    );
    return [labels.join('|'), ...(others[column] ?? [])];
  });

/** Finds the heading for the price of all pieces: at Amazon, or Pinduoduo, which has no unit price. */
function lineTotalIn(cells: ExternalOrderCells): string {
  const hasTitle = (title: string): boolean =>
    cells.some((row) => row.some((cell) => normalizeTitle(cell) === title));
  if (hasTitle('amazonorderid')) return 'itemprice';
  return hasTitle('商品总价') && !hasTitle('商品单价') ? '商品总价' : '';
}

export const titleOfExternalOrderColumn = (column: ExternalOrderColumn): string =>
  fieldLabel(language, 'externalOrders', column);

/** Values for rows that leave a field empty. */
export interface OrderDefaults {
  readonly platform: string;
  readonly shop: string;
  readonly partnerId: string | null;
  readonly timeZone: string;
  /** The company's own currency, in which orders arrive. */
  readonly currency: string;
}

export interface ReadOrder {
  /** Unique within the file. */
  readonly key: string;
  /** First row in the file, headings included. */
  readonly place: number;
  readonly number: string;
  readonly customer: string;
  readonly lines: number;
  readonly order: ExternalOrderInput | null;
  readonly problem: string | null;
  /** Refused cell; column null: the whole order. */
  readonly refused: { readonly place: number; readonly column: ReadColumn | null } | null;
}

const needed = ['externalOrder', 'outerSkuCode', 'quantity'] as const;
export const isOrderMapping = (mapping: ColumnMapping<ExternalOrderReadColumn>): boolean =>
  needed.every((column) => mapping.includes(column)) &&
  (mapping.includes('unitPrice') || mapping.includes('lineTotal'));

/** The orders of a file; null where no headings are understood. */
export function readOrders(
  cells: readonly (readonly string[])[],
  defaults: OrderDefaults,
  source: TableSource<ExternalOrderReadColumn> = {},
): readonly ReadOrder[] | null {
  const rows = readImportTable<ExternalOrderReadColumn>(
    cells,
    {
      titles: titlesOfExternalOrderFile(cells),
      isEnough: isOrderMapping,
      numbers: ['quantity', 'unitPrice', 'lineTotal', 'lineDiscount', 'orderDiscount'],
      days: ['orderedAt'],
    },
    source,
  );
  if (rows === null) return null;
  const orders = new Map<string, ExternalOrderImportRow[]>();
  for (const row of carriedDown(rows)) {
    const key = JSON.stringify(keyOfExternalOrder(row.texts, defaults));
    orders.set(key, [...(orders.get(key) ?? []), row]);
  }
  return [...orders].map(([key, own]) => readExternalOrder(key, own, defaults));
}

/** Columns that apply to the whole order. */
const ofOrder = ['platform', 'shop', 'partnerName', 'buyer', 'orderedAt'] as const;

/**
 * Assigns rows without an order number to the order above: merged cells and platforms write the number
 * once.
 */
function carriedDown(rows: readonly ExternalOrderImportRow[]): readonly ExternalOrderImportRow[] {
  let order: ExternalOrderTexts = {};
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

const keyOfExternalOrder = (
  { platform, shop, externalOrder = '' }: ExternalOrderTexts,
  defaults: OrderDefaults,
) => [platform ?? defaults.platform.trim(), shop ?? defaults.shop.trim(), externalOrder];

/** Platform states of orders paid or done, alone or in a row; and of orders unpaid or cancelled. */
const LIVE = new RegExp(
  `^(?:(?:${[
    '(?:买家)?已付款|已支付|未发货|未签收|运输中|(?:等待卖家|等待|待)发货|待出库|等待出库|待揽收|备货中|部分发货|(?:卖家)?已发货',
    '等待买家确认(?:收货)?|待收货|待签收|已收货|已签收|待评价|交易成功|交易完成|已完成|完成|成功|正常',
    'paid|authorized|processing|completed?|unshipped|(?:partially )?shipped|shipping|delivered',
    '(?:un|partially )?fulfilled|ready to ship|awaiting (?:shipment|fulfillment)|open|closed|success',
  ].join('|')})(?:[\\s,;、/()，；（）-]+|$|(?=\\p{Script=Han}))){1,4}$`,
  'iu',
);
const DEAD =
  /关闭|取消|作废|撤销|失败|待付款|等待(买家)?付款|未付款|待支付|未支付|已退款|退款成功|全额退款|^refunded$|cancel|void|fail|expired|unpaid|pending|on.?hold|declin|reject/i;
const NO_REFUND =
  /^(无|没有.*|未申请.*|无(售后|退款).*|(售后|退款)(关闭|取消|已取消)|none|no|[-–—]+)$/i;

/** Finds a problem in the states of an order's rows; null: paid or done. */
function stateProblem(rows: readonly ExternalOrderImportRow[]): Unread | null {
  for (const { place, texts } of rows) {
    const { state, refund, cancelledAt } = texts;
    const left = (column: ExternalOrderReadColumn, text: string) =>
      new Unread({ place, column }, t('externalOrder.notLive', { text }));
    if (cancelledAt !== undefined) return left('cancelledAt', cancelledAt);
    if (refund !== undefined && !NO_REFUND.test(refund)) return left('refund', refund);
    const isDead = state !== undefined && DEAD.test(state);
    if (state === undefined || (LIVE.test(state) && !isDead)) continue;
    return isDead
      ? left('state', state)
      : new Unread({ place, column: 'state' }, t('externalOrder.unknownState', { text: state }));
  }
  return null;
}

/** Finds problems that order lines can't represent: another currency, a discount, a wrongly split row. */
function moneyProblem(rows: readonly ExternalOrderImportRow[], currency: string): Unread | null {
  for (const row of rows) {
    const { place, texts, numberIn, surplus } = row;
    if (surplus !== '')
      return new Unread({ place, column: null }, t('table.surplus', { text: surplus }));
    if (texts.currency !== undefined && !isNameOfCurrency(texts.currency, currency))
      return new Unread(
        { place, column: 'currency' },
        t('externalOrder.otherCurrency', { text: texts.currency, currency }),
      );
    for (const column of ['unitPrice', 'lineTotal'] as const) {
      const text = foreignText(row, column, currency);
      if (text !== undefined)
        return new Unread({ place, column }, t('table.otherCurrency', { text, currency }));
    }
    for (const column of ['lineDiscount', 'orderDiscount'] as const) {
      const text = texts[column];
      if (text !== undefined && numberIn(column) !== '0')
        return new Unread({ place, column }, t('externalOrder.discounted', { text }));
    }
  }
  return null;
}

class Unread extends Error {
  readonly refused: { readonly place: number; readonly column: ExternalOrderReadColumn | null };
  constructor(refused: Unread['refused'], message: string) {
    super(message);
    this.refused = refused;
  }
}
/** Maximum characters of an order's remark and of an external product name. */
const [MOST_REMARK, MOST_NAME] = [500, 200];
const createUnreadOrderError = (column: ExternalOrderColumn, place: number, text = ''): Unread =>
  new Unread(
    { place, column },
    text === ''
      ? t('externalOrder.missing', { name: titleOfExternalOrderColumn(column) })
      : t('externalOrder.unread', { name: titleOfExternalOrderColumn(column), text }),
  );

function readExternalOrder(
  key: string,
  rows: readonly ExternalOrderImportRow[],
  defaults: OrderDefaults,
): ReadOrder {
  // SAFETY: an order consists of rows naming the order, so at least one exists.
  const [{ place, texts }] = rows as [ExternalOrderImportRow];
  const shown = {
    key,
    place,
    number: texts.externalOrder ?? '',
    customer: texts.partnerName ?? '',
    lines: rows.length,
  };
  try {
    return { ...shown, order: toExternalOrderInput(rows, defaults), problem: null, refused: null };
  } catch (error) {
    if (!(error instanceof Unread)) throw error;
    return { ...shown, order: null, problem: error.message, refused: error.refused };
  }
}

/** Returns an order as call input: the first row provides the order's values. */
function toExternalOrderInput(
  rows: readonly ExternalOrderImportRow[],
  defaults: OrderDefaults,
): ExternalOrderInput {
  // SAFETY: an order consists of rows naming the order, so at least one exists.
  const [first] = rows as [ExternalOrderImportRow];
  const { place, texts } = first;
  const [platform = '', shop = '', number = ''] = keyOfExternalOrder(texts, defaults);
  const problem = stateProblem(rows) ?? moneyProblem(rows, defaults.currency);
  if (problem !== null) throw problem;
  if (number === '' || isNoName(number))
    throw createUnreadOrderError('externalOrder', place, number);
  if (platform === '') throw createUnreadOrderError('platform', place);
  const { partnerId } = defaults;
  // Cells of an order's rows are often merged: the first value applies to all.
  const customer = rows.find((row) => row.texts.partnerName !== undefined)?.texts.partnerName;
  if (customer === undefined && partnerId === null)
    throw createUnreadOrderError('partnerName', place);
  const other = rows.find((row) => (row.texts.partnerName ?? customer) !== customer);
  if (other !== undefined)
    throw createUnreadOrderError('partnerName', other.place, other.texts.partnerName);
  return {
    platform,
    shop,
    externalOrder: number,
    ...(customer === undefined ? { partnerId: partnerId ?? '' } : { customer }),
    ...orderTimeFromRows(rows, defaults),
    ...remarkOf(rows),
    lines: rows.map(externalOrderLineFromRow),
  };
}

/** Every remark of an order's rows, once. */
function remarkOf(rows: readonly ExternalOrderImportRow[]): Pick<ExternalOrderInput, 'remark'> {
  const remark = [...new Set(rows.flatMap(({ texts }) => texts.remark ?? []))].join('; ');
  // SAFETY: an order consists of rows naming the order, so at least one exists.
  const [first] = rows as [ExternalOrderImportRow];
  if (remark.length > MOST_REMARK) throw createUnreadOrderError('remark', first.place, remark);
  return remark === '' ? {} : { remark };
}

/** Returns the order time from the first row that has a time. @throws if another row differs. */
function orderTimeFromRows(
  rows: readonly ExternalOrderImportRow[],
  { timeZone }: OrderDefaults,
): Pick<ExternalOrderInput, 'time'> {
  const [time, ...later] = rows.flatMap((row) => {
    const { orderedAt } = row.texts;
    return orderedAt === undefined ? [] : [{ row, instant: instantIn(row, orderedAt, timeZone) }];
  });
  const other = later.find(({ instant }) => instant !== time?.instant);
  if (other !== undefined)
    throw createUnreadOrderError('orderedAt', other.row.place, other.row.texts.orderedAt);
  return time === undefined ? {} : { time: time.instant };
}

/** Parses an instant on the company's clock, unless a zone is named; a day alone means its beginning. */
function instantIn(row: ExternalOrderImportRow, text: string, timeZone: string): string {
  const read = row.dayIn('orderedAt');
  if (read === undefined) throw createUnreadOrderError('orderedAt', row.place, text);
  const wall = `${read.day} ${read.clock ?? '00:00:00'}`;
  const instant =
    read.zone === null ? instantOfWallTime(wall, timeZone) : instantInNamedZone(wall, read.zone);
  if (instant === undefined) throw createUnreadOrderError('orderedAt', row.place, text);
  return instant;
}

function externalOrderLineFromRow(
  row: ExternalOrderImportRow,
): ExternalOrderInput['lines'][number] {
  const { outerSkuCode = '', outerName, quantity = '', unitPrice, lineTotal } = row.texts;
  if (outerSkuCode === '' || isNoName(outerSkuCode))
    throw createUnreadOrderError('outerSkuCode', row.place, outerSkuCode);
  if ((outerName ?? '').length > MOST_NAME)
    throw createUnreadOrderError('outerName', row.place, outerName);
  const many = row.numberIn('quantity');
  if (many === undefined || !decimal(many).isPositive() || decimal(many).isZero())
    throw createUnreadOrderError('quantity', row.place, quantity);
  const price = externalPriceFromRow(row, many);
  if (price === undefined || decimal(price).isNegative())
    throw createUnreadOrderError('unitPrice', row.place, unitPrice ?? lineTotal);
  return {
    outerSkuCode,
    ...(outerName === undefined ? {} : { outerName }),
    quantity: many,
    price,
  };
}

/** Returns the unit price, or the line total divided by its pieces if without remainder. */
function externalPriceFromRow(row: ExternalOrderImportRow, quantity: string): string | undefined {
  const total = row.numberIn('lineTotal');
  if (total === undefined) return row.numberIn('unitPrice');
  const price = decimal(total).div(quantity);
  return price.decimalPlaces() > 6 ? undefined : toPlainDecimal(price);
}
