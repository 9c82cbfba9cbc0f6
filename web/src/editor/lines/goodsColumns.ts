import { decimal, plain, rounded, sum } from '@tradehouse/domain';
import type { Decimal, Kind, PricedBy, StockType } from '@tradehouse/domain';
import { bigUnitText } from '../../control/bigUnits.ts';
import { moneyText, priceText, quantityText } from '../../control/format.ts';
import { t } from '../../phrase/index.ts';
import type { GridColumn, Suggestion, Written } from '../grid/column.ts';
import { hitHint, searchProducts } from '../product/productSearch.ts';
import { allocated, allocationOf, isSplit } from './lineDraft.ts';
import type { LineDraft } from './lineDraft.ts';
import { priced } from './priced.ts';
import type { Pricing } from './priced.ts';
import { typedAmount, typedDay } from './numberInput.ts';

export interface NamedId {
  readonly id: string;
  readonly name: string;
}

/** What the columns of goods lines depend on. The same object while nothing of it changes. */
export interface GoodsForm {
  readonly kind: Kind;
  readonly pricing: Pricing;
  readonly warehouses: readonly NamedId[];
  /** Lines may take more than what is left of their source. */
  readonly overLink: boolean;
  /** Hidden columns that the user asked for. */
  readonly shown: ReadonlySet<string>;
  readonly openLots: (key: string) => void;
  readonly openSerials: (key: string) => void;
  readonly openPicker: (key: string) => void;
}

type Column = GridColumn<LineDraft>;

/** Goods leave a warehouse with this kind: lots and serials are chosen from stock, not entered. */
export const issuesGoods = ({ goods }: Kind): boolean => goods.item?.from === 'warehouse';

const nameOf = (list: readonly NamedId[], id: string | null): string =>
  list.find((one) => one.id === id)?.name ?? '';

/** A column whose cell names one of a short list. */
function choiceColumn(
  id: string,
  width: number,
  choices: readonly NamedId[],
  read: (line: LineDraft) => string | null,
  put: (line: LineDraft, id: string | null) => LineDraft,
): Column {
  const offers: readonly Suggestion[] = choices.map((one) => ({ value: one.id, label: one.name }));
  return {
    id,
    title: t(`editor.column.${id}` as 'editor.column.warehouse'),
    width,
    show: (line) => nameOf(choices, read(line)),
    write: (line, text) => {
      if (text === '') return { row: put(line, null) };
      const found = choices.find(({ name }) => name === text.trim());
      return found ? { row: put(line, found.id) } : { wrong: t('editor.wrong.choice', { text }) };
    },
    pick: (line, value) => ({ row: put(line, value) }),
    suggest: (_, text) => {
      const wanted = text.toLowerCase();
      return offers.filter(({ label }) => label.toLowerCase().includes(wanted));
    },
  };
}

const productText = (
  id: string,
  width: number,
  read: (product: NonNullable<LineDraft['product']>) => string,
): Column => ({
  id,
  title: t(`editor.column.${id}` as 'editor.column.name'),
  width,
  show: ({ product }) => (product === null ? '' : read(product)),
});

/** Shown once some line has something to show in it, or the user wants it. */
const hideable = (form: GoodsForm, column: Column): Column => ({
  ...column,
  needed: (rows) => form.shown.has(column.id) || rows.some((row) => column.show(row) !== ''),
});

function barcodeColumn(form: GoodsForm): Column {
  return {
    id: 'barcode',
    title: t('editor.column.barcode'),
    width: 140,
    required: true,
    show: ({ barcode }) => barcode,
    write: (line, text) => ({ row: rename(line, text.trim()) }),
    editable: ({ source }) => source === null,
    stop: () => true,
    suggest: async (line, text) => {
      if (text.trim() === '') return [];
      const { rows } = await searchProducts({
        q: text.trim(),
        rows: 20,
        ...(line.warehouseId === null ? {} : { depotId: line.warehouseId }),
      });
      return rows.map((hit) => ({
        value: hit.barcode,
        label: `${hit.barcode} ${hit.name}`,
        hint: hitHint(hit),
      }));
    },
    suggestAfter: 250,
    open: form.openPicker,
  };
}

/** Another code in the cell: what the old one named is forgotten, what was typed beside it stays. */
const rename = (line: LineDraft, barcode: string): LineDraft =>
  barcode === line.barcode ? line : { ...line, barcode, product: null };

function unitColumn(form: GoodsForm): Column {
  const offers = ({ product }: LineDraft): readonly Suggestion[] =>
    (product?.units ?? []).map(({ unit, barcode, ratio }) => ({
      value: barcode,
      label: unit,
      hint: ratio === '1' ? barcode : `${barcode} · ×${ratio}`,
    }));
  const take = (line: LineDraft, barcode: string): Written<LineDraft> => ({
    row: inUnit(line, barcode, form.pricing),
  });
  return {
    id: 'unit',
    title: t('editor.column.unit'),
    width: 52,
    align: 'center',
    show: ({ product }) => product?.unit ?? '',
    editable: ({ product, source }) => source === null && (product?.units.length ?? 0) > 1,
    write: (line, text) => {
      const found = line.product?.units.find(({ unit }) => unit === text.trim());
      return found ? take(line, found.barcode) : { wrong: t('editor.wrong.unit', { text }) };
    },
    pick: take,
    suggest: (line, text) => offers(line).filter(({ label }) => label.includes(text)),
  };
}

/** The same goods in another unit: its own barcode, its price, stock counted in it. The quantity stays as typed. */
export function inUnit(line: LineDraft, barcode: string, pricing: Pricing): LineDraft {
  const { product } = line;
  const to = product?.units.find((unit) => unit.barcode === barcode);
  if (product === null || to === undefined || barcode === line.barcode) return line;
  const times = decimal(product.ratio).dividedBy(to.ratio);
  const unitPrice =
    to.price ??
    (line.unitPrice === '' ? '' : plain(rounded(decimal(line.unitPrice).dividedBy(times), 6)));
  const changed = {
    ...product,
    barcode,
    unit: to.unit,
    ratio: to.ratio,
    price: to.price,
    minimumPrice: to.minimumPrice,
    stock: plain(rounded(decimal(product.stock).times(times), 6)),
  };
  return priced({ ...line, barcode, product: changed, pricedBy: 'unitPrice', unitPrice }, pricing);
}

const stockTypes: readonly StockType[] = ['formal', 'defective', 'gift', 'ungraded'];

function traceColumns(form: GoodsForm): readonly Column[] {
  const issues = issuesGoods(form.kind);
  const lot: Column = {
    id: 'lot',
    title: t('editor.column.lot'),
    width: 120,
    show: (line) =>
      isSplit(line)
        ? t('editor.split', { count: line.allocations.length })
        : allocationOf(line).lot,
    editable: (line) => !isSplit(line) && line.product?.lotManaged === true,
    write: (line, text) => ({ row: allocated(line, { lot: text.trim() }) }),
    stop: (line) => line.product?.lotManaged === true && allocationOf(line).lot === '',
    ...(issues ? { open: form.openLots } : {}),
  };
  const expiry: Column = {
    id: 'expiry',
    title: t('editor.column.expiry'),
    width: 110,
    show: (line) => (isSplit(line) ? '' : allocationOf(line).expiry),
    editable: (line) => !issues && !isSplit(line) && line.product?.lotManaged === true,
    write: (line, text) => {
      const day = typedDay(text);
      return day === null
        ? { wrong: t('editor.wrong.day') }
        : { row: allocated(line, { expiry: day }) };
    },
    stop: (line) => line.product?.lotManaged === true && allocationOf(line).expiry === '',
  };
  const serials: Column = {
    id: 'serials',
    title: t('editor.column.serials'),
    width: 160,
    show: (line) =>
      isSplit(line)
        ? t('editor.split', { count: line.allocations.length })
        : allocationOf(line).serials.join(','),
    editable: (line) => !isSplit(line) && line.product?.serialManaged === true,
    write: (line, text) => withSerials(line, text, form.pricing),
    stop: (line) => line.product?.serialManaged === true && allocationOf(line).serials.length === 0,
    open: form.openSerials,
  };
  const flagged = (column: Column, flag: 'lotManaged' | 'serialManaged'): Column => ({
    ...column,
    needed: (rows) =>
      form.shown.has(column.id) || rows.some(({ product }) => product?.[flag] === true),
  });
  return [
    flagged(serials, 'serialManaged'),
    flagged(lot, 'lotManaged'),
    flagged(expiry, 'lotManaged'),
  ];
}

/** Serials as typed or scanned one after another; their number is the quantity. */
export function withSerials(line: LineDraft, text: string, pricing: Pricing): Written<LineDraft> {
  const serials = text.split(/[,，;\s]+/).filter((serial) => serial !== '');
  const twice = serials.find((serial, at) => serials.indexOf(serial) !== at);
  if (twice !== undefined) return { wrong: t('editor.wrong.serialTwice', { serial: twice }) };
  const long = serials.find((serial) => serial.length > 99);
  if (long !== undefined) return { wrong: t('editor.wrong.serialLong') };
  const ratio = decimal(line.product?.ratio ?? '1');
  const quantity =
    serials.length === 0 ? line.quantity : plain(decimal(serials.length).dividedBy(ratio));
  return { row: priced({ ...allocated(line, { serials }), quantity }, pricing) };
}

function stockTypeColumn(form: GoodsForm): Column {
  const choices = stockTypes.map((id) => ({ id, name: t(`editor.stockType.${id}`) }));
  const column = choiceColumn(
    'stockType',
    90,
    choices,
    (line) => allocationOf(line).stockType,
    (line, id) => allocated(line, { stockType: (id ?? 'formal') as StockType }),
  );
  return {
    ...column,
    editable: (line) => !isSplit(line),
    needed: (rows) =>
      form.shown.has('stockType') || rows.some((line) => allocationOf(line).stockType !== 'formal'),
  };
}

interface NumberColumn {
  readonly id: 'quantity' | 'unitPrice' | 'amount' | 'taxRate' | 'total';
  readonly width: number;
  readonly show: (text: string) => string;
  readonly put: (line: LineDraft, value: string) => LineDraft;
}

const numberColumn = ({ id, width, show, put }: NumberColumn): Column => ({
  id,
  title: t(`editor.column.${id}`),
  width,
  align: 'right',
  keyboard: 'decimal',
  show: (line) => (line[id] === '' ? '' : show(line[id])),
  text: (line) => line[id],
  write: (line, text) => {
    const typed = typedAmount(text);
    return 'wrong' in typed
      ? { wrong: t(`editor.wrong.${typed.wrong}`) }
      : { row: put(line, typed.value) };
  },
});

const total =
  (id: 'quantity' | 'amount' | 'tax' | 'total', show: (text: string) => string) =>
  (rows: readonly LineDraft[]): string =>
    show(plain(sum(rows.map((row) => numberOf(row[id])))));

const numberOf = (text: string): Decimal => decimal(text === '' ? 0 : text);

function quantityColumn({ pricing, overLink }: GoodsForm): Column {
  return {
    ...numberColumn({
      id: 'quantity',
      width: 72,
      show: quantityText,
      put: (line, quantity) => priced({ ...line, quantity }, pricing),
    }),
    required: true,
    editable: (line) => allocationOf(line).serials.length === 0,
    stop: () => true,
    warn: (line) => quantityProblem(line, overLink),
    total: total('quantity', quantityText),
  };
}

/** Why a quantity is questionable, before the server says it. */
function quantityProblem(
  { quantity, product, source }: LineDraft,
  overLink: boolean,
): string | null {
  if (product === null) return null;
  if (quantity === '' || numberOf(quantity).isZero()) return t('editor.warn.noQuantity');
  if (overLink || source === null || source.remaining === '') return null;
  return numberOf(quantity).greaterThan(source.remaining)
    ? t('editor.warn.overLink', { remaining: quantityText(source.remaining) })
    : null;
}

function moneyColumns(form: GoodsForm): readonly Column[] {
  const { kind, pricing } = form;
  if (kind.price === null) return [];
  const money = (text: string): string => moneyText(text, pricing.digits);
  const give = (pricedBy: PricedBy) => (line: LineDraft, value: string) =>
    priced({ ...line, pricedBy, [pricedBy]: value }, pricing);
  const price: Column = {
    ...numberColumn({
      id: 'unitPrice',
      width: 80,
      show: (text) => priceText(text, pricing.digits),
      put: give('unitPrice'),
    }),
    stop: ({ unitPrice, product }) => product !== null && unitPrice === '',
    warn: (line) => priceProblem(line, kind, pricing.digits),
  };
  const minimum: Column = {
    ...productText('minimumPrice', 80, ({ minimumPrice }) =>
      priceText(minimumPrice, pricing.digits),
    ),
    align: 'right',
    needed: (rows) => rows.some((row) => priceProblem(row, kind, pricing.digits) !== null),
  };
  const amount: Column = {
    ...numberColumn({ id: 'amount', width: 92, show: money, put: give('amount') }),
    total: total('amount', money),
  };
  if (!kind.amounts.includes('tax')) return [price, minimum, amount];
  return [price, minimum, amount, ...taxColumns(form, money, give('total'))];
}

/** A price below the product's minimum is refused by the server; the cell says so first. */
function priceProblem(
  { unitPrice, product }: LineDraft,
  { minimumPrice }: Kind,
  digits: number,
): string | null {
  const least = product?.minimumPrice;
  if (!minimumPrice || least === null || least === undefined || unitPrice === '') return null;
  return numberOf(unitPrice).lessThan(least)
    ? t('editor.warn.minimumPrice', { price: priceText(least, digits) })
    : null;
}

function taxColumns(
  { pricing }: GoodsForm,
  money: (text: string) => string,
  giveTotal: (line: LineDraft, value: string) => LineDraft,
): readonly Column[] {
  const tax: Column = {
    id: 'tax',
    title: t('editor.column.tax'),
    width: 72,
    align: 'right',
    show: (line) => (line.tax === '' ? '' : money(line.tax)),
    total: total('tax', money),
  };
  return [
    numberColumn({
      id: 'taxRate',
      width: 56,
      show: quantityText,
      put: (line, taxRate) => priced({ ...line, taxRate }, pricing),
    }),
    tax,
    {
      ...numberColumn({ id: 'total', width: 92, show: money, put: giveTotal }),
      total: total('total', money),
    },
  ];
}

function sourceColumns(): readonly Column[] {
  return [
    {
      id: 'sourceNumber',
      title: t('editor.column.sourceNumber'),
      width: 160,
      show: ({ source }) => source?.number ?? '',
      needed: (rows) =>
        new Set(rows.map(({ source }) => source?.number ?? '').filter((number) => number !== ''))
          .size > 1,
    },
    {
      id: 'remaining',
      title: t('editor.column.remaining'),
      width: 90,
      align: 'right',
      show: ({ source }) =>
        source === null || source.remaining === '' ? '' : quantityText(source.remaining),
      needed: (rows) => rows.some(({ source }) => source !== null && source.remaining !== ''),
    },
  ];
}

function warehouseColumns({ kind, warehouses }: GoodsForm): readonly Column[] {
  const from = choiceColumn(
    'warehouse',
    100,
    warehouses,
    ({ warehouseId }) => warehouseId,
    (line, warehouseId) => ({ ...line, warehouseId }),
  );
  const to = choiceColumn(
    'targetWarehouse',
    92,
    warehouses,
    ({ targetWarehouseId }) => targetWarehouseId,
    (line, targetWarehouseId) => ({ ...line, targetWarehouseId }),
  );
  return [
    ...(kind.warehouse
      ? [
          {
            ...from,
            required: true as const,
            stop: ({ warehouseId }: LineDraft) => warehouseId === null,
          },
        ]
      : []),
    ...(kind.targetWarehouse
      ? [
          {
            ...to,
            required: true as const,
            stop: ({ targetWarehouseId }: LineDraft) => targetWarehouseId === null,
          },
        ]
      : []),
  ];
}

/** Every column a kind's lines can have, in screen order; those not needed hide themselves (screens 3.4, 4.3). */
export function goodsColumns(form: GoodsForm): readonly GridColumn<LineDraft>[] {
  const { kind } = form;
  const stock: Column = {
    ...productText('stock', 64, (product) => quantityText(product.stock)),
    align: 'right',
    hint: ({ product }) =>
      product === null
        ? null
        : bigUnitText(plain(decimal(product.stock).times(product.ratio)), product.units),
    tone: ({ product, quantity }) =>
      issuesGoods(kind) && product !== null && numberOf(quantity).greaterThan(product.stock)
        ? 'bad'
        : undefined,
  };
  return [
    ...warehouseColumns(form),
    barcodeColumn(form),
    { ...productText('name', 126, ({ productName }) => productName), grow: true },
    productText('standard', 76, ({ standard }) => standard),
    hideable(
      form,
      productText('model', 90, ({ model }) => model),
    ),
    hideable(
      form,
      productText('color', 70, ({ color }) => color),
    ),
    hideable(
      form,
      productText('brand', 90, ({ brand }) => brand),
    ),
    hideable(
      form,
      productText('attributes', 110, ({ attributes }) => attributes),
    ),
    hideable(
      form,
      productText('skuCode', 110, ({ skuCode }) => skuCode),
    ),
    ...(kind.price === null ? [] : [stock]),
    unitColumn(form),
    stockTypeColumn(form),
    ...traceColumns(form),
    ...sourceColumns(),
    quantityColumn(form),
    ...moneyColumns(form),
    {
      id: 'remark',
      title: t('editor.column.remark'),
      width: 84,
      show: ({ remark }) => remark,
      write: (line, remark) =>
        remark.length > 500
          ? { wrong: t('editor.wrong.long', { most: 500 }) }
          : { row: { ...line, remark } },
    },
  ];
}
