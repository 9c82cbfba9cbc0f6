// Orders of a platform's file: rows below headings, whatever the platform calls its columns. Rows of one number are one order.
import { fieldLabel } from '@tradehouse/contract';
import type { ExternalOrderInput } from '@tradehouse/contract';
import { dayIn, decimal } from '@tradehouse/domain';
import { language } from '../../app/session/language.ts';
import { figureOf } from '../../control/figureText.ts';
import { instantOf } from '../../control/zone.ts';
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
const tidyTitle = (title: string): string =>
  title
    .normalize('NFKC')
    .replaceAll(/[\s*_.:#-]|\(.*?\)/gu, '')
    .toLowerCase();

/** What platforms call them besides. */
const others: Readonly<Partial<Record<OrderColumn, string>>> = {
  externalOrder: '订单号|订单编号|平台订单号|主订单编号|orderno|ordernumber|orderid|order',
  platform: '来源平台|channel|marketplace',
  shop: '店铺名称|店铺名|store|shopname|storename',
  partnerName: '客户|客户名称|customer|customername',
  orderedAt: '下单时间|订单创建时间|付款时间|orderdate|orderedon|date',
  outerSkuCode: '外部sku|商家编码|sku|sku编码|skuid|规格编码|sellersku',
  outerName: '商品名称|宝贝标题|商品标题|product|productname|title|itemname',
  quantity: '购买数量|商品数量|qty',
  unitPrice: '商品单价|价格|price|itemprice',
  remark: '买家留言|note|memo',
};
const columnByTitle = new Map<string, OrderColumn>(
  orderColumns.flatMap((column) =>
    [
      ...LANGUAGES.map((each) => fieldLabel(each, 'externalOrders', column)),
      ...(others[column] ?? '').split('|'),
    ].map((title) => [tidyTitle(title), column] as const),
  ),
);

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

type Texts = Readonly<Partial<Record<OrderColumn, string>>>;
interface Row {
  readonly place: number;
  readonly texts: Texts;
}

const needed = ['externalOrder', 'outerSkuCode', 'quantity', 'unitPrice'] as const;

/** The orders of a file; null where its first row has no headings that are understood. */
export function readOrders(
  cells: readonly (readonly string[])[],
  defaults: OrderDefaults,
): readonly ReadOrder[] | null {
  const [titles = [], ...rows] = cells;
  const meaning = titles.map((title) => columnByTitle.get(tidyTitle(title)) ?? null);
  if (needed.some((column) => !meaning.includes(column))) return null;
  const read = rows.map((row, at) => ({ place: at + 2, texts: textsOf(row, meaning) }));
  const orders = new Map<string, Row[]>();
  for (const row of read) {
    const key = JSON.stringify(keyOf(row.texts, defaults));
    orders.set(key, [...(orders.get(key) ?? []), row]);
  }
  return [...orders].map(([key, own]) => orderOf(key, own, defaults));
}

const textsOf = (row: readonly string[], meaning: readonly (OrderColumn | null)[]): Texts =>
  Object.fromEntries(
    meaning.flatMap((column, place) => {
      const text = row[place]?.trim() ?? '';
      // Of two of a kind the first is meant.
      return column === null || text === '' || meaning.indexOf(column) < place
        ? []
        : [[column, text]];
    }),
  );

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
  const [{ place, texts }] = rows as [Row];
  const [platform = '', shop = '', number = ''] = keyOf(texts, defaults);
  if (number === '') throw unread('externalOrder', place);
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
    ...timeOf(texts, place, defaults),
    ...(texts.remark === undefined ? {} : { remark: texts.remark.slice(0, 500) }),
    lines: rows.map(lineOf),
  };
}

/** When it was ordered: on the company's clock, unless the text names another; a day alone is its beginning. */
function timeOf(
  { orderedAt }: Texts,
  place: number,
  { timeZone }: OrderDefaults,
): Pick<ExternalOrderInput, 'time'> {
  if (orderedAt === undefined) return {};
  const day = dayIn(orderedAt);
  const at = clockIn(orderedAt);
  if (day === undefined || at === undefined) throw unread('orderedAt', place, orderedAt);
  const { clock, zone } = at;
  return {
    time:
      zone === undefined
        ? instantOf(`${day} ${clock}`, timeZone)
        : new Date(`${day}T${clock}${zone}`).toISOString(),
  };
}

const DAY_SECONDS = 86_400;

/** The time of day of a text that begins with a day, or of a cell of a spreadsheet, whose fraction it is; undefined: what stands there is none. */
function clockIn(text: string): { readonly clock: string; readonly zone?: string } | undefined {
  const [, fraction] = /^\d{5}(\.\d+)$/.exec(text) ?? [];
  if (fraction !== undefined) {
    const seconds = Math.min(Math.round(Number(fraction) * DAY_SECONDS), DAY_SECONDS - 1);
    return { clock: new Date(seconds * 1000).toISOString().slice(11, 19) };
  }
  if (/^[^\s:T]+$/.test(text)) return { clock: '00:00:00' };
  const [, hour = '', minute, second = '00', zone] =
    /^\S*?[\sT](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/.exec(text) ?? [];
  const clock = `${hour.padStart(2, '0')}:${minute}:${second}`;
  if (!/^([01]\d|2[0-3])(:[0-5]\d){2}$/.test(clock)) return undefined;
  return { clock, ...(zone === undefined ? {} : { zone: zone.replace(/(\d)(\d{2})$/, '$1:$2') }) };
}

function lineOf({ place, texts }: Row): ExternalOrderInput['lines'][number] {
  const { outerSkuCode, outerName, quantity = '', unitPrice = '' } = texts;
  if (outerSkuCode === undefined) throw unread('outerSkuCode', place);
  const [many, price] = [figureOf(quantity), figureOf(unitPrice)];
  if (many === undefined || !decimal(many).isPositive() || decimal(many).isZero())
    throw unread('quantity', place, quantity);
  if (price === undefined || decimal(price).isNegative())
    throw unread('unitPrice', place, unitPrice);
  return {
    outerSkuCode,
    ...(outerName === undefined ? {} : { outerName: outerName.slice(0, 200) }),
    quantity: many,
    price,
  };
}
