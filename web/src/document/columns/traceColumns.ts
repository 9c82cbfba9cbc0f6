import { decimal, isNoName, toPlainDecimal, stockTypes } from '@tradehouse/domain';
import type { DocumentKind, LineRole, StockType } from '@tradehouse/domain';
import { t } from '../../phrase/index.ts';
import type { CellWriteResult } from '../grid/column.ts';
import type { Choices, GoodsLineColumn, LineForm } from './lineForm.ts';
import { choiceColumn } from './lineForm.ts';
import {
  withLineAllocation,
  firstAllocationOfLine,
  expiryFrom,
  isSplit,
} from '../draft/lineDraft.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import { typedDay } from '../draft/numberInput.ts';
import { atOwnPrice, priceLine } from '../draft/priced.ts';
import type { Pricing } from '../draft/priced.ts';
import { isTooLong, typedSerials } from '../draft/typedSerials.ts';

/** Checks if the line's goods leave a warehouse: lots and serials then come from stock. */
export const issuesGoods = ({ goods }: DocumentKind, role: LineRole): boolean =>
  goods[role]?.from === 'warehouse';

const anyIssues = (kind: DocumentKind): boolean =>
  (['item', 'composite', 'part'] as const).some((role) => issuesGoods(kind, role));
const anyReceives = (kind: DocumentKind): boolean =>
  Object.values(kind.goods).some(({ to }) => to === 'warehouse');

/** Returns the stock type column; a gift costs nothing. */
function stockTypeColumn(form: LineForm): GoodsLineColumn {
  const choices: Choices = stockTypes.map((id) => ({ id, name: t(`editor.stockType.${id}`) }));
  const column = choiceColumn<LineDraft>({
    id: 'stockType',
    title: t('editor.column.stockType'),
    width: 90,
    choices,
    read: (line) => firstAllocationOfLine(line).stockType,
    put: (line, chosen) =>
      withStockType(line, stockTypes.find((type) => type === chosen?.id) ?? 'formal', form.pricing),
  });
  return {
    ...column,
    show: (line) => (isSplit(line) ? typesText(line) : column.show(line)),
    editable: (line) => !isSplit(line),
    open: form.openParts,
    opens: maySplitLine,
    needed: (rows) =>
      form.shown.has('stockType') ||
      rows.some(({ allocations }) => allocations.some(({ stockType }) => stockType !== 'formal')),
  };
}

const typesText = ({ allocations }: LineDraft): string =>
  [...new Set(allocations.map(({ stockType }) => t(`editor.stockType.${stockType}`)))].join(', ');

/** Serials identify each piece: only goods without serials can be split. */
const maySplitLine = ({ product }: LineDraft): boolean =>
  product !== null && !product.serialManaged;

/** Changes a line's stock type: a gift is free; a former gift gets its price back. */
export function withStockType(line: LineDraft, stockType: StockType, pricing: Pricing): LineDraft {
  const before = firstAllocationOfLine(line).stockType;
  const changed = withLineAllocation(line, { stockType });
  const free = stockType === 'gift';
  if (!pricing.paid || free === (before === 'gift')) return changed;
  const unitPrice = free ? '0' : (line.product?.price ?? '');
  const own = atOwnPrice(changed, { pricedBy: 'unitPrice', unitPrice }, pricing);
  // Goods no longer a gift cost the agreed price again.
  const { source } = own;
  return source === null || free
    ? own
    : priceLine({ ...own, source: { ...source, ownPrice: false } }, pricing);
}

/** Returns the lot column: typed on a receipt; on an issue, the chosen lot sets the expiry. */
function lotColumn(form: LineForm): GoodsLineColumn {
  return {
    id: 'lot',
    title: t('editor.column.lot'),
    width: 120,
    show: (line) =>
      isSplit(line)
        ? t('editor.split', { count: line.allocations.length })
        : firstAllocationOfLine(line).lot,
    hint: (line) => (isSplit(line) ? partsText(line) : null),
    editable: (line) => !isSplit(line) && line.product?.lotManaged === true,
    write: (line, text) =>
      isNoName(text.trim())
        ? { wrong: t('editor.wrong.noName', { text }) }
        : { row: withLineAllocation(line, { lot: text.trim() }) },
    stop: (line) => line.product?.lotManaged === true && firstAllocationOfLine(line).lot === '',
    open: form.openParts,
    opens: (line) => line.product?.lotManaged === true,
  };
}

/** Describes a split line's parts in one line of text. */
export const partsText = ({ allocations }: LineDraft): string =>
  allocations
    .map(({ lot, stockType, quantity }) =>
      [lot, stockType === 'formal' ? '' : t(`editor.stockType.${stockType}`), quantity]
        .filter((text) => text !== '')
        .join(' '),
    )
    .join(' + ');

const receivesLots =
  (kind: DocumentKind) =>
  (line: LineDraft): boolean =>
    !issuesGoods(kind, line.role) && !isSplit(line) && line.product?.lotManaged === true;

const hasShelfLife = ({ product }: LineDraft): boolean => (product?.shelfLifeDays ?? null) !== null;

function producedColumn({ kind, shown }: LineForm): GoodsLineColumn {
  const receives = receivesLots(kind);
  return {
    id: 'produced',
    title: t('editor.column.produced'),
    width: 110,
    show: (line) => (isSplit(line) ? '' : firstAllocationOfLine(line).produced),
    editable: receives,
    write: (line, text) => {
      const day = typedDay(text);
      if (day === null) return { wrong: t('editor.wrong.day') };
      return {
        row: withLineAllocation(line, expiryFrom(day, line.product?.shelfLifeDays ?? null)),
      };
    },
    needed: (rows) =>
      anyReceives(kind) &&
      (shown.has('produced') || rows.some((line) => receives(line) && hasShelfLife(line))),
  };
}

function expiryColumn({ kind }: LineForm): GoodsLineColumn {
  const receives = receivesLots(kind);
  return {
    id: 'expiry',
    title: t('editor.column.expiry'),
    width: 110,
    show: (line) => (isSplit(line) ? '' : firstAllocationOfLine(line).expiry),
    editable: receives,
    write: (line, text) => {
      const day = typedDay(text);
      return day === null
        ? { wrong: t('editor.wrong.day') }
        : { row: withLineAllocation(line, { expiry: day }) };
    },
    stop: (line) =>
      receives(line) && !hasShelfLife(line) && firstAllocationOfLine(line).expiry === '',
  };
}

function serialsColumn(form: LineForm): GoodsLineColumn {
  return {
    id: 'serials',
    title: t('editor.column.serials'),
    width: 160,
    show: (line) => firstAllocationOfLine(line).serials.join(','),
    editable: (line) => !isSplit(line) && line.product?.serialManaged === true,
    write: (line, text) => withSerials(line, text, form.pricing),
    stop: (line) =>
      line.product?.serialManaged === true && firstAllocationOfLine(line).serials.length === 0,
    open: form.openSerials,
    opens: (line) => line.product?.serialManaged === true && !isSplit(line),
  };
}

/** Refusals of a line's parts stand in the lot, also if the day or stock type was refused. */
const mendsLot = (line: LineDraft): string | null =>
  firstAllocationOfLine(line).lot === '' ? null : 'lot';

/** Returns columns for lots, days, serials and stock types; only for kinds with a warehouse. */
export function traceColumns(form: LineForm): readonly GoodsLineColumn[] {
  if (!form.kind.warehouse) return [];
  const flagged = (
    column: GoodsLineColumn,
    flag: 'lotManaged' | 'serialManaged',
  ): GoodsLineColumn => ({
    ...column,
    needed: (rows) =>
      form.shown.has(column.id) || rows.some(({ product }) => product?.[flag] === true),
  });
  return [
    { ...stockTypeColumn(form), mends: mendsLot },
    flagged(serialsColumn(form), 'serialManaged'),
    flagged(lotColumn(form), 'lotManaged'),
    { ...producedColumn(form), mends: mendsLot },
    { ...flagged(expiryColumn(form), 'lotManaged'), mends: mendsLot },
  ];
}

/** Lots are taken from stock with some line of the kind. */
export const takesFromStock = anyIssues;

/** Writes typed or scanned serials, ranges expanded, into a line; their number is the quantity. */
export function withSerials(
  line: LineDraft,
  text: string,
  pricing: Pricing,
): CellWriteResult<LineDraft> {
  const serials = typedSerials(text);
  const twice = serials.find((serial, at) => serials.indexOf(serial) !== at);
  if (twice !== undefined) return { wrong: t('editor.wrong.serialTwice', { serial: twice }) };
  const noName = serials.find(isNoName);
  if (noName !== undefined) return { wrong: t('editor.wrong.noName', { text: noName }) };
  if (serials.some(isTooLong)) return { wrong: t('editor.wrong.serialLong') };
  const ratio = decimal(line.product?.ratio ?? '1');
  const quantity =
    serials.length === 0 ? line.quantity : toPlainDecimal(decimal(serials.length).dividedBy(ratio));
  return { row: priceLine({ ...withLineAllocation(line, { serials }), quantity }, pricing) };
}
