import { decimal, documentKinds, plain, rounded, sum } from '@tradehouse/domain';
import type { Decimal, Kind, PricedBy } from '@tradehouse/domain';
import { moneyText, priceText, quantityText } from '../../control/format.ts';
import { t } from '../../phrase/index.ts';
import type { GridColumn, Suggestion, Written } from '../grid/column.ts';
import { hitHint, searchProducts } from '../product/productSearch.ts';
import { factColumns, nameColumns, productText, stockColumns } from '../columns/factColumns.ts';
import { choiceColumn } from '../columns/lineForm.ts';
import type { Column, LineForm } from '../columns/lineForm.ts';
import { allocationOf, isSplit } from '../draft/lineDraft.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import { atOwnPrice, numberOf, priced } from '../draft/priced.ts';
import type { Pricing } from '../draft/priced.ts';
import { typedAmount } from '../draft/numberInput.ts';
import { plainColumns } from '../columns/plainColumns.ts';
import { supplierColumn } from '../columns/supplierColumn.ts';
import { traceColumns } from '../columns/traceColumns.ts';

function barcodeColumn(form: LineForm): Column {
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
    ...(form.addProduct === undefined ? {} : { add: form.addProduct }),
    lacks: ({ barcode, product }) => barcode !== '' && product === null,
  };
}

/** Another code in the cell: what the old one named is forgotten, what was typed beside it stays. */
const rename = (line: LineDraft, barcode: string): LineDraft =>
  barcode === line.barcode ? line : { ...line, barcode, product: null };

function unitColumn(form: LineForm): Column {
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
    editable: (line) =>
      line.source === null && !isSplit(line) && (line.product?.units.length ?? 0) > 1,
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

interface NumberColumn {
  readonly id: 'quantity' | 'unitPrice' | 'amount' | 'taxRate' | 'total';
  readonly width: number;
  readonly show: (text: string) => string;
  readonly put: (line: LineDraft, value: string) => LineDraft;
  /** 13% is 13. */
  readonly takesPercent?: true;
}

const numberColumn = ({ id, width, show, put, takesPercent }: NumberColumn): Column => ({
  id,
  title: t(`editor.column.${id}`),
  width,
  align: 'right',
  keyboard: 'decimal',
  show: (line) => (line[id] === '' ? '' : show(line[id])),
  text: (line) => line[id],
  write: (line, text) => {
    const typed = typedAmount(text, takesPercent);
    return 'wrong' in typed
      ? { wrong: t(`editor.wrong.${typed.wrong}`) }
      : { row: put(line, typed.value) };
  },
});

const total =
  (id: 'quantity' | 'amount' | 'tax' | 'total', show: (text: string) => string) =>
  (rows: readonly LineDraft[]): string =>
    show(plain(sum(rows.map((row) => numberOf(row[id])))));

function quantityColumn({ pricing, overLink }: LineForm): Column {
  return {
    ...numberColumn({
      id: 'quantity',
      width: 72,
      show: quantityText,
      put: (line, quantity) => priced({ ...line, quantity }, pricing),
    }),
    required: true,
    // Serials and parts say how many there are.
    editable: (line) => !isSplit(line) && allocationOf(line).serials.length === 0,
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

function moneyColumns(form: LineForm): readonly Column[] {
  const { kind, pricing } = form;
  if (kind.price === null || !pricing.priced) return [];
  const money = (text: string): string => moneyText(text, pricing.digits);
  const give = (pricedBy: PricedBy) => (line: LineDraft, value: string) =>
    atOwnPrice(line, { pricedBy, [pricedBy]: value }, pricing);
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
    needed: (rows) =>
      form.shown.has('minimumPrice') ||
      rows.some((row) => priceProblem(row, kind, pricing.digits) !== null),
    tone: (row) => (priceProblem(row, kind, pricing.digits) === null ? undefined : 'bad'),
  };
  const amount: Column = {
    ...numberColumn({ id: 'amount', width: 92, show: money, put: give('amount') }),
    total: total('amount', money),
  };
  if (!kind.amounts.includes('tax')) return [price, minimum, amount];
  return [price, minimum, amount, ...taxColumns(form, money, give('total'))];
}

/** A price below the product's minimum is refused by the server; the cell says so first. */
function priceProblem(line: LineDraft, { minimumPrice }: Kind, digits: number): string | null {
  const { unitPrice, product } = line;
  // A gift costs nothing.
  if (allocationOf(line).stockType === 'gift') return null;
  const least = product?.minimumPrice;
  if (!minimumPrice || least === null || least === undefined || unitPrice === '') return null;
  return numberOf(unitPrice).lessThan(least)
    ? t('editor.warn.minimumPrice', { price: priceText(least, digits) })
    : null;
}

function taxColumns(
  { pricing }: LineForm,
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
      put: (line, taxRate) => atOwnPrice(line, { taxRate }, pricing),
      takesPercent: true,
    }),
    tax,
    {
      ...numberColumn({ id: 'total', width: 92, show: money, put: giveTotal }),
      total: total('total', money),
    },
  ];
}

/** Remaining of the source line, beside its whole quantity once others took of it. */
function remainingText({ original, remaining }: NonNullable<LineDraft['source']>): string {
  if (remaining === '') return '';
  const left = quantityText(remaining);
  return original === '' || original === remaining ? left : `${left} / ${quantityText(original)}`;
}

function remainingHint({ original, remaining }: NonNullable<LineDraft['source']>): string | null {
  if (original === '' || remaining === '') return null;
  const done = plain(numberOf(original).minus(remaining));
  return t('editor.remainingHint', {
    original: quantityText(original),
    done: quantityText(done),
  });
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
      show: ({ source }) => (source === null ? '' : remainingText(source)),
      text: ({ source }) => source?.remaining ?? '',
      hint: ({ source }) => (source === null ? null : remainingHint(source)),
      needed: (rows) => rows.some(({ source }) => source !== null && source.remaining !== ''),
    },
  ];
}

function warehouseColumns({ kind, warehouses, addWarehouse }: LineForm): readonly Column[] {
  const adds = (field: 'warehouseId' | 'targetWarehouseId') =>
    addWarehouse === undefined
      ? {}
      : { add: (key: string, typed: string) => addWarehouse({ key, field }, typed) };
  const from: Column = {
    ...choiceColumn<LineDraft>({
      id: 'warehouse',
      title: t('editor.column.warehouse'),
      width: 100,
      choices: warehouses,
      read: ({ warehouseId }) => warehouseId,
      put: (line, chosen) => ({ ...line, warehouseId: chosen?.id ?? null }),
    }),
    ...adds('warehouseId'),
  };
  const to: Column = {
    ...choiceColumn<LineDraft>({
      id: 'targetWarehouse',
      title: t('editor.column.targetWarehouse'),
      width: 100,
      choices: warehouses,
      read: ({ targetWarehouseId }) => targetWarehouseId,
      put: (line, chosen) => ({ ...line, targetWarehouseId: chosen?.id ?? null }),
    }),
    ...adds('targetWarehouseId'),
  };
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

/** What the line weighs: a product's weight is that of one base unit. */
export const weightOf = ({ product, quantity }: LineDraft): Decimal =>
  product === null
    ? numberOf('')
    : numberOf(product.weight).times(product.ratio).times(numberOf(quantity));

const weightColumn = (form: LineForm): Column => ({
  id: 'weight',
  title: t('editor.column.weight'),
  width: 76,
  align: 'right',
  show: (line) => (weightOf(line).isZero() ? '' : quantityText(plain(weightOf(line)))),
  total: (rows) => quantityText(plain(sum(rows.map(weightOf)))),
  needed: () => form.shown.has('weight'),
});

/** Of whom to buy it, and what it cost before, to go by. */
const askingColumns = ({ pricing }: LineForm): readonly Column[] => [
  supplierColumn(),
  {
    ...productText('referencePrice', 90, ({ price }) => priceText(price, pricing.digits)),
    align: 'right',
  },
];

/** What a line of an assembly is: the first is made or taken apart, the others are its parts. */
const roleColumn: Column = {
  id: 'role',
  title: t('editor.column.role'),
  width: 76,
  show: ({ role }) => t(`editor.role.${role}`),
};

/** Every column a kind's lines can have, in screen order; those not needed hide themselves (screens 3.4, 4.3). */
export function goodsColumns(given: Omit<LineForm, 'kind'>): readonly GridColumn<LineDraft>[] {
  const kind = documentKinds[given.code];
  const form = { ...given, kind };
  return [
    ...(kind.goods.composite === undefined ? [] : [roleColumn]),
    ...warehouseColumns(form),
    barcodeColumn(form),
    ...nameColumns(form),
    ...stockColumns(form),
    unitColumn(form),
    ...sourceColumns(),
    quantityColumn(form),
    weightColumn(form),
    ...(kind.asks ? askingColumns(form) : []),
    ...moneyColumns(form),
    // Goods, quantity and price must be seen without moving sideways; the quantity comes before the serials that bear it out.
    ...traceColumns(form),
    ...factColumns(form),
    ...plainColumns<LineDraft>(form.code),
  ];
}
