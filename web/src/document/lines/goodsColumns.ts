import {
  decimal,
  documentKinds,
  isCountable,
  stepAt,
  takesPromotions,
  toPlainDecimal,
  sum,
} from '@tradehouse/domain';
import type { Decimal, DocumentKind, PricedBy } from '@tradehouse/domain';
import { moneyText, priceText, quantityText } from '../../control/format.ts';
import { t } from '../../phrase/index.ts';
import { columnInCurrency, withTitleRoom } from '../grid/column.ts';
import type { GridColumn, Suggestion, CellWriteResult } from '../grid/column.ts';
import { hitHint, searchProductChoices } from '../product/productSearch.ts';
import {
  factColumns,
  distinguishingColumns,
  productNameColumn,
  productText,
  stockColumns,
  warehouseTitleKey,
} from '../columns/factColumns.ts';
import { choiceColumn } from '../columns/lineForm.ts';
import type { GoodsLineColumn, LineForm } from '../columns/lineForm.ts';
import { firstAllocationOfLine, isBlankLine, isSplit, promotionOf } from '../draft/lineDraft.ts';
import { findMissingCells } from '../draft/missing.ts';
import type { LineDraft, LinePromotion } from '../draft/lineDraft.ts';
import { priceInUnit, quantityInUnit, sourceInUnit } from '../draft/sourceUnits.ts';
import { atOwnPrice, decimalFromDraft, isProposed, priceLine } from '../draft/priced.ts';
import type { Pricing } from '../draft/priced.ts';
import { typedAmount } from '../draft/numberInput.ts';
import { withoutProposal } from './lineService.ts';
import { plainColumns } from '../columns/plainColumns.ts';
import { supplierColumn } from '../columns/supplierColumn.ts';
import { traceColumns } from '../columns/traceColumns.ts';

function barcodeColumn(form: LineForm): GoodsLineColumn {
  return {
    id: 'barcode',
    title: t('editor.column.barcode'),
    // Thirteen digits.
    width: 128,
    required: true,
    show: ({ barcode }) => barcode,
    write: (line, text) => ({ row: changeLineBarcode(line, text.trim(), form.pricing) }),
    editable: ({ source }) => source === null,
    stop: () => true,
    suggest: async (line, text) => {
      if (text.trim() === '') return [];
      const { rows } = await searchProductChoices({
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

/** Changes the code of a line: the old product is dropped, other typed values remain. */
function changeLineBarcode(line: LineDraft, barcode: string, pricing: Pricing): LineDraft {
  if (barcode === line.barcode) return line;
  // Proposed figures left without goods would look typed, and a save refuses typed figures without goods.
  const typed = barcode === '' ? withoutProposal(line, pricing) : line;
  return { ...typed, barcode, product: null };
}

function unitColumn(form: LineForm): GoodsLineColumn {
  const offers = ({ product }: LineDraft): readonly Suggestion[] =>
    (product?.units ?? []).map(({ unit, barcode, ratio }) => ({
      value: barcode,
      label: unit,
      hint: ratio === '1' ? barcode : `${barcode} · ×${ratio}`,
    }));
  const take = (line: LineDraft, barcode: string): CellWriteResult<LineDraft> => ({
    row: inUnit(line, barcode, form.pricing),
  });
  return {
    id: 'unit',
    title: t('editor.column.unit'),
    width: 48,
    align: 'center',
    show: ({ product }) => product?.unit ?? '',
    editable: (line) => !isSplit(line) && (line.product?.units.length ?? 0) > 1,
    write: (line, text) => {
      const found = line.product?.units.find(({ unit }) => unit === text.trim());
      return found ? take(line, found.barcode) : { wrong: t('editor.wrong.unit', { text }) };
    },
    pick: take,
    suggest: (line, text) => offers(line).filter(({ label }) => label.includes(text)),
  };
}

/**
 * Changes a line's unit: barcode, price and stock follow. The typed quantity remains; a line made from a
 * document keeps its amount of goods, at agreed prices.
 */
export function inUnit(line: LineDraft, barcode: string, pricing: Pricing): LineDraft {
  const { product } = line;
  const to = product?.units.find((unit) => unit.barcode === barcode);
  if (product === null || to === undefined || barcode === line.barcode) return line;
  const scaled = priceInUnit(line.unitPrice, product.ratio, to.ratio);
  const changed = {
    ...product,
    barcode,
    unit: to.unit,
    ratio: to.ratio,
    price: to.price,
    priceSteps: to.priceSteps,
    minimumPrice: to.minimumPrice,
    stock: quantityInUnit(product.stock, product.ratio, to.ratio),
  };
  const renamed = { ...line, barcode, product: changed };
  if (line.source === null)
    return priceLine({ ...renamed, pricedBy: 'unitPrice', unitPrice: to.price ?? scaled }, pricing);
  return priceLine(
    {
      ...renamed,
      quantity: quantityInUnit(line.quantity, product.ratio, to.ratio),
      source: sourceInUnit(line.source, product.ratio, to.ratio),
      unitPrice: line.source.unpriced === true ? (to.price ?? scaled) : scaled,
    },
    pricing,
  );
}

interface NumberColumn {
  readonly id: 'quantity' | 'unitPrice' | 'amount' | 'taxRate' | 'total';
  readonly width: number;
  readonly show: (text: string) => string;
  readonly put: (line: LineDraft, value: string) => LineDraft;
  /** 13% is 13. */
  readonly takesPercent?: true;
}

const numberColumn = ({ id, width, show, put, takesPercent }: NumberColumn): GoodsLineColumn => ({
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

const totalOfGoodsColumn =
  (id: 'quantity' | 'amount' | 'tax' | 'total', show: (text: string) => string) =>
  (rows: readonly LineDraft[]): string =>
    show(toPlainDecimal(sum(rows.map((row) => decimalFromDraft(row[id])))));

function quantityColumn({ pricing, overLink }: LineForm): GoodsLineColumn {
  return {
    ...numberColumn({
      id: 'quantity',
      width: 64,
      show: quantityText,
      put: (line, quantity) => priceLine({ ...line, quantity }, pricing),
    }),
    required: true,
    // Serials and parts determine the quantity.
    editable: (line) => !isSplit(line) && firstAllocationOfLine(line).serials.length === 0,
    // Enter in a blank line leaves the grid instead.
    stop: (line) => !isBlankLine(line),
    warn: (line) => quantityProblem(line, overLink),
    total: totalOfGoodsColumn('quantity', quantityText),
  };
}

/** Returns a warning about a quantity before the server replies. */
function quantityProblem(
  { quantity, product, source }: LineDraft,
  overLink: boolean,
): string | null {
  if (product === null) return null;
  if (quantity === '' || decimalFromDraft(quantity).isZero()) return t('editor.warn.noQuantity');
  if (!isCountable(decimalFromDraft(quantity), decimal(product.ratio)))
    return t('editor.warn.unitPart');
  if (overLink || source === null || source.remaining === '') return null;
  return decimalFromDraft(quantity).greaterThan(source.remaining)
    ? t('editor.warn.overLink', { remaining: quantityText(source.remaining) })
    : null;
}

function columnsOfGoodsMoney(form: LineForm): readonly GoodsLineColumn[] {
  const { kind, pricing } = form;
  if (kind.price === null || !pricing.priced) return [];
  const money = (text: string): string => moneyText(text, pricing.digits);
  const give = (pricedBy: PricedBy) => (line: LineDraft, value: string) =>
    atOwnPrice(line, { pricedBy, [pricedBy]: value }, pricing);
  const inCurrency = (column: GoodsLineColumn): GoodsLineColumn =>
    columnInCurrency(column, pricing.currency);
  const price = inCurrency({
    ...numberColumn({
      id: 'unitPrice',
      width: 80,
      show: (text) => priceText(text, pricing.digits),
      put: give('unitPrice'),
    }),
    stop: ({ unitPrice, product }) => product !== null && unitPrice === '',
    warn: (line) => priceProblem(line, kind, pricing.digits),
    hint: (line) => listPriceHint(line, pricing.digits),
  });
  const minimum: GoodsLineColumn = {
    ...productText('minimumPrice', 80, ({ minimumPrice }) =>
      priceText(minimumPrice, pricing.digits),
    ),
    align: 'right',
    needed: (rows) =>
      form.shown.has('minimumPrice') ||
      rows.some((row) => priceProblem(row, kind, pricing.digits) !== null),
    tone: (row) => (priceProblem(row, kind, pricing.digits) === null ? undefined : 'bad'),
  };
  const amount = inCurrency({
    ...numberColumn({ id: 'amount', width: 92, show: money, put: give('amount') }),
    total: totalOfGoodsColumn('amount', money),
  });
  const promotions = takesPromotions(form.code) ? [promotionColumn(pricing)] : [];
  if (!kind.amounts.includes('tax')) return [price, minimum, ...promotions, amount];
  return [price, minimum, ...promotions, amount, ...taxColumns(form, money, give('total'))];
}

/** Shows the promotions of a line and their discount, once any line has a discount. */
function promotionColumn({ digits }: Pricing): GoodsLineColumn {
  const discountOf = (line: LineDraft): LinePromotion | null => {
    const promotion = promotionOf(line);
    return promotion === null || decimal(promotion.discount).isZero() ? null : promotion;
  };
  const show = (line: LineDraft): string => {
    const found = discountOf(line);
    return found === null ? '' : `${found.promotions} −${moneyText(found.discount, digits)}`;
  };
  return {
    id: 'promotions',
    title: t('editor.column.promotions'),
    width: 150,
    show,
    hint: (line) => show(line) || null,
    needed: (rows) => rows.some((row) => discountOf(row) !== null),
  };
}

/** Names the price list and the quantity that gave the line's price, and the prices of other quantities. */
export function listPriceHint(line: LineDraft, digits: number): string | null {
  const { product, quantity } = line;
  if (product === null || !isProposed(line)) return null;
  const steps = product.priceSteps.map((step) => ({ ...step, from: decimal(step.from) }));
  const here = stepAt(steps, decimalFromDraft(quantity));
  const { unit } = product;
  const others = steps
    .filter((step) => step !== here && step.price !== null && step.list !== '')
    .map(({ from, price }) =>
      t('editor.listNext', {
        from: quantityText(toPlainDecimal(from)),
        unit,
        price: priceText(price, digits),
      }),
    );
  const own =
    here === null || here.list === ''
      ? []
      : here.from.isZero()
        ? [t('editor.listPrice', { list: here.list })]
        : [
            t('editor.listStep', {
              list: here.list,
              from: quantityText(toPlainDecimal(here.from)),
              unit,
            }),
          ];
  return own.length + others.length === 0 ? null : [...own, ...others].join('\n');
}

/** Warns of a price below the product's minimum: refused on deliveries, accepted by an order's approver. */
function priceProblem(
  line: LineDraft,
  { minimumPrice }: DocumentKind,
  digits: number,
): string | null {
  const { unitPrice, product, source } = line;
  // Gifts cost nothing, and an approved order has accepted its prices.
  const isAgreed = source?.agreed !== undefined && source.ownPrice !== true;
  if (firstAllocationOfLine(line).stockType === 'gift' || isAgreed) return null;
  const least = product?.minimumPrice;
  if (minimumPrice === null || least === null || least === undefined || unitPrice === '')
    return null;
  return decimalFromDraft(unitPrice).lessThan(least)
    ? t('editor.warn.minimumPrice', { price: priceText(least, digits) })
    : null;
}

function taxColumns(
  { pricing }: LineForm,
  money: (text: string) => string,
  giveTotal: (line: LineDraft, value: string) => LineDraft,
): readonly GoodsLineColumn[] {
  const tax: GoodsLineColumn = {
    id: 'tax',
    title: t('editor.column.tax'),
    width: 60,
    align: 'right',
    show: (line) => (line.tax === '' ? '' : money(line.tax)),
    total: totalOfGoodsColumn('tax', money),
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
    columnInCurrency(
      {
        ...withTitleRoom(numberColumn({ id: 'total', width: 92, show: money, put: giveTotal })),
        total: totalOfGoodsColumn('total', money),
      },
      pricing.currency,
    ),
  ];
}

/** Returns the source line's remainder, with the full quantity once partly taken. */
function remainingText({ original, remaining }: NonNullable<LineDraft['source']>): string {
  if (remaining === '') return '';
  const left = quantityText(remaining);
  return original === '' || original === remaining ? left : `${left} / ${quantityText(original)}`;
}

function remainingHint({ original, remaining }: NonNullable<LineDraft['source']>): string | null {
  if (original === '' || remaining === '') return null;
  const done = toPlainDecimal(decimalFromDraft(original).minus(remaining));
  return t('editor.remainingHint', {
    original: quantityText(original),
    done: quantityText(done),
  });
}

function sourceColumns(): readonly GoodsLineColumn[] {
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

function warehouseColumns({
  kind,
  warehouses,
  addWarehouse,
}: LineForm): readonly GoodsLineColumn[] {
  const column = (
    id: 'warehouse' | 'targetWarehouse',
    field: 'warehouseId' | 'targetWarehouseId',
    title: string,
  ): GoodsLineColumn =>
    withTitleRoom({
      ...choiceColumn<LineDraft>({
        id,
        title,
        width: 76,
        choices: warehouses,
        read: (line) => line[field],
        put: (line, chosen) => ({ ...line, [field]: chosen?.id ?? null }),
      }),
      required: true,
      stop: (line) => line[field] === null,
      ...(addWarehouse && { add: (key, typed) => addWarehouse({ key, field }, typed) }),
    });
  const target = t('editor.column.targetWarehouse');
  return [
    ...(kind.warehouse ? [column('warehouse', 'warehouseId', t(warehouseTitleKey(kind)))] : []),
    ...(kind.targetWarehouse ? [column('targetWarehouse', 'targetWarehouseId', target)] : []),
  ];
}

/** Returns a line's weight: product weights are per base unit. */
export const weightOfLine = ({ product, quantity }: LineDraft): Decimal =>
  product === null
    ? decimalFromDraft('')
    : decimalFromDraft(product.weight).times(product.ratio).times(decimalFromDraft(quantity));

const weightColumn = (form: LineForm): GoodsLineColumn => ({
  id: 'weight',
  title: t('editor.column.weight'),
  width: 76,
  align: 'right',
  show: (line) =>
    weightOfLine(line).isZero() ? '' : quantityText(toPlainDecimal(weightOfLine(line))),
  total: (rows) => quantityText(toPlainDecimal(sum(rows.map(weightOfLine)))),
  needed: () => form.shown.has('weight'),
});

/** Columns for the suggested supplier and earlier cost. */
const askingColumns = ({ pricing }: LineForm): readonly GoodsLineColumn[] => [
  supplierColumn(),
  {
    ...productText('referencePrice', 90, ({ price }) => priceText(price, pricing.digits)),
    align: 'right',
  },
];

/** Role of an assembly line: the first is made or taken apart, the rest are parts. */
const roleColumn: GoodsLineColumn = {
  id: 'role',
  title: t('editor.column.role'),
  width: 76,
  show: ({ role }) => t(`editor.role.${role}`),
};

/** Returns all possible columns of a kind's lines, in screen order; unneeded columns hide. */
export function columnsOfGoodsLines(
  given: Omit<LineForm, 'kind'>,
): readonly GridColumn<LineDraft>[] {
  const kind = documentKinds[given.code];
  const form = { ...given, kind };
  // Beside the cash panel of a till there is room for less.
  const till = kind.amounts.includes('change');
  const distinguishing = distinguishingColumns(form);
  const columns = [
    ...(kind.goods.composite === undefined ? [] : [roleColumn]),
    barcodeColumn(form),
    productNameColumn(),
    ...(till ? [] : distinguishing),
    ...stockColumns(form),
    unitColumn(form),
    ...sourceColumns(),
    quantityColumn(form),
    weightColumn(form),
    ...(kind.asks ? askingColumns(form) : []),
    ...columnsOfGoodsMoney(form),
    ...(till ? distinguishing : []),
    // Goods, quantity and price must show without sideways scrolling; quantity precedes its serials. The
    // lines of most documents have the same warehouse.
    ...warehouseColumns(form),
    ...traceColumns(form),
    ...factColumns(form),
    ...plainColumns<LineDraft>(form.code),
  ];
  return columns.map((column) => ({
    ...column,
    isMissing: (line) => findMissingCells(kind, line).some(([id]) => id === column.id),
  }));
}
