import { decimal, plain } from '@tradehouse/domain';
import { aliasOf } from '../../app/settings/propertyAliases.ts';
import { bigUnitText } from '../../control/bigUnits.ts';
import { quantityText } from '../../control/format.ts';
import { t } from '../../phrase/index.ts';
import { isPlain, plainTitle } from './plainColumns.ts';
import type { Column, LineForm } from './lineForm.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import { numberOf } from '../draft/priced.ts';
import { issuesGoods } from './traceColumns.ts';

/** What a column of the lines is called, in the company's own word where it has one. */
export const columnTitle = (id: string): string =>
  // SAFETY: every column that is no plain field has its own title.
  aliasOf(id) ?? (isPlain(id) ? plainTitle(id) : t(`editor.column.${id}` as 'editor.column.name'));

/** A column that tells something of the line's product and is not written. */
export const productText = (
  id: string,
  width: number,
  read: (product: NonNullable<LineDraft['product']>) => string,
): Column => ({
  id,
  title: columnTitle(id),
  width,
  show: ({ product }) => (product === null ? '' : read(product)),
});

/** Shown once some line has something to show in it, or the user wants it. */
const hideable = (form: LineForm, column: Column): Column => ({
  ...column,
  needed: (rows) => form.shown.has(column.id) || rows.some((row) => column.show(row) !== ''),
});

type HiddenFact = Exclude<
  (typeof OPTIONAL)[number],
  'stockType' | 'lockedStock' | 'weight' | 'minimumPrice'
>;

/** A fact of the product, shown where some line has it. */
const hiddenFact = (form: LineForm, id: HiddenFact, width: number): Column =>
  hideable(
    form,
    productText(id, width, (product) => product[id]),
  );

/** Columns by which people know a product among others. */
export const nameColumns = (form: LineForm): readonly Column[] => [
  { ...productText('name', 126, ({ productName }) => productName), grow: true, frozen: true },
  productText('standard', 76, ({ standard }) => standard),
  hiddenFact(form, 'attributes', 110),
];

/** Further facts of a product. Some product has a brand in most companies, so these columns follow quantity and amount. */
export const factColumns = (form: LineForm): readonly Column[] => [
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

/** Columns that hide until needed and may be asked for, in screen order. */
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

/** What lies in the line's warehouse, and how much of it is locked; where lines have prices. */
export const stockColumns = (form: LineForm): readonly Column[] =>
  form.kind.price === null ? [] : [stockColumn(form), lockedColumn(form)];

const stockColumn = ({ kind, openStock }: LineForm): Column => ({
  ...productText('stock', 64, (product) => quantityText(product.stock)),
  align: 'right',
  ...(openStock === undefined ? {} : { open: openStock, opens: ({ product }) => product !== null }),
  hint: ({ product }) =>
    product === null
      ? null
      : bigUnitText(plain(decimal(product.stock).times(product.ratio)), product.units),
  tone: ({ product, quantity, role }) =>
    issuesGoods(kind, role) &&
    product !== null &&
    numberOf(quantity).greaterThan(numberOf(product.stock).minus(product.lockedStock))
      ? 'bad'
      : undefined,
});

const lockedColumn = ({ kind, shown }: LineForm): Column => ({
  ...productText('lockedStock', 64, ({ lockedStock }) =>
    numberOf(lockedStock).isZero() ? '' : quantityText(lockedStock),
  ),
  align: 'right',
  needed: (rows) =>
    shown.has('lockedStock') ||
    rows.some(
      ({ product, role }) =>
        issuesGoods(kind, role) && product !== null && !numberOf(product.lockedStock).isZero(),
    ),
});
