import { decimal, toPlainDecimal } from '@tradehouse/domain';
import type { DocumentKind } from '@tradehouse/domain';
import { aliasOf } from '../../app/settings/propertyAliases.ts';
import { bigUnitText } from '../../control/bigUnits.ts';
import { quantityText } from '../../control/format.ts';
import { t } from '../../phrase/index.ts';
import { isPlainLineName, titleOfPlainLineField } from './plainColumns.ts';
import { withTitleRoom } from '../grid/column.ts';
import type { GoodsLineColumn, LineForm } from './lineForm.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import { decimalFromDraft } from '../draft/priced.ts';
import { issuesGoods } from './traceColumns.ts';

/** Returns a line column's title, or the company's alias. */
export const columnTitle = (id: string): string =>
  // SAFETY: every column that is no plain field has its own title.
  aliasOf(id) ??
  (isPlainLineName(id)
    ? titleOfPlainLineField(id)
    : t(`editor.column.${id}` as 'editor.column.name'));

/** Returns the title of a line's warehouse; with two, the one that goods leave. */
export const warehouseTitleKey = ({ targetWarehouse }: Pick<DocumentKind, 'targetWarehouse'>) =>
  targetWarehouse ? 'document.end.warehouseId' : 'editor.column.warehouse';

/** Returns a read-only column showing a product fact. */
export const productText = (
  id: string,
  width: number,
  read: (product: NonNullable<LineDraft['product']>) => string,
): GoodsLineColumn => ({
  id,
  title: columnTitle(id),
  width,
  show: ({ product }) => (product === null ? '' : read(product)),
});

/** Shows a column once any line has a value, or on request. */
const toHideableColumn = (form: LineForm, column: GoodsLineColumn): GoodsLineColumn => ({
  ...column,
  needed: (rows) => form.shown.has(column.id) || rows.some((row) => column.show(row) !== ''),
});

type HiddenFact = Exclude<
  (typeof OPTIONAL)[number],
  'stockType' | 'lockedStock' | 'weight' | 'minimumPrice'
>;

/** Returns a product fact column, shown if any line has a value. */
const hiddenFact = (form: LineForm, id: HiddenFact, width: number): GoodsLineColumn =>
  toHideableColumn(
    form,
    productText(id, width, (product) => product[id]),
  );

/** The name grows with the window and stays in sight. */
export const productNameColumn = (): GoodsLineColumn => ({
  ...productText('name', 126, ({ productName }) => productName),
  grow: true,
  frozen: true,
});

/** Columns distinguishing products of the same name. */
export const distinguishingColumns = (form: LineForm): readonly GoodsLineColumn[] => [
  withTitleRoom(productText('standard', 76, ({ standard }) => standard)),
  hiddenFact(form, 'attributes', 110),
];

/**
 * Further product facts. Most companies have products with brands, so these columns follow quantity and
 * amount.
 */
export const factColumns = (form: LineForm): readonly GoodsLineColumn[] => [
  hiddenFact(form, 'skuCode', 110),
  hiddenFact(form, 'outerSkuCode', 110),
  hiddenFact(form, 'model', 90),
  hiddenFact(form, 'color', 70),
  hiddenFact(form, 'brand', 90),
  hiddenFact(form, 'maker', 90),
  hiddenFact(form, 'propertyOne', 90),
  hiddenFact(form, 'propertyTwo', 90),
  hiddenFact(form, 'propertyThree', 90),
];

/** Columns hidden until needed or requested, in screen order. */
export const OPTIONAL = [
  'skuCode',
  'outerSkuCode',
  'model',
  'color',
  'brand',
  'maker',
  'propertyOne',
  'propertyTwo',
  'propertyThree',
  'attributes',
  'lockedStock',
  'stockType',
  'minimumPrice',
  'weight',
] as const;

/** Stock in the line's warehouse and its locked part; only for lines with prices. */
export const stockColumns = (form: LineForm): readonly GoodsLineColumn[] =>
  form.kind.price === null ? [] : [stockColumn(form), lockedColumn(form)];

const stockColumn = ({ kind, openStock }: LineForm): GoodsLineColumn => ({
  ...productText('stock', 64, (product) => quantityText(product.stock)),
  align: 'right',
  ...(openStock === undefined ? {} : { open: openStock, opens: ({ product }) => product !== null }),
  hint: ({ product }) =>
    product === null
      ? null
      : bigUnitText(toPlainDecimal(decimal(product.stock).times(product.ratio)), product.units),
  tone: ({ product, quantity, role }) =>
    issuesGoods(kind, role) &&
    product !== null &&
    decimalFromDraft(quantity).greaterThan(
      decimalFromDraft(product.stock).minus(product.lockedStock),
    )
      ? 'bad'
      : undefined,
});

const lockedColumn = ({ kind, shown }: LineForm): GoodsLineColumn => ({
  ...productText('lockedStock', 64, ({ lockedStock }) =>
    decimalFromDraft(lockedStock).isZero() ? '' : quantityText(lockedStock),
  ),
  align: 'right',
  needed: (rows) =>
    shown.has('lockedStock') ||
    rows.some(
      ({ product, role }) =>
        issuesGoods(kind, role) &&
        product !== null &&
        !decimalFromDraft(product.lockedStock).isZero(),
    ),
});
