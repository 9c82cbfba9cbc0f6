import { decimal, isNoName, plain, stockTypes } from '@tradehouse/domain';
import type { Kind, LineRole, StockType } from '@tradehouse/domain';
import { t } from '../../phrase/index.ts';
import type { Written } from '../grid/column.ts';
import type { Choices, Column, LineForm } from './lineForm.ts';
import { choiceColumn } from './lineForm.ts';
import { allocated, allocationOf, expiryFrom, isSplit } from '../draft/lineDraft.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import { typedDay } from '../draft/numberInput.ts';
import { atOwnPrice, priced } from '../draft/priced.ts';
import type { Pricing } from '../draft/priced.ts';
import { isTooLong, typedSerials } from '../draft/typedSerials.ts';

/** Goods of such a line leave a warehouse: lots and serials are chosen from stock, not entered. */
export const issuesGoods = ({ goods }: Kind, role: LineRole): boolean =>
  goods[role]?.from === 'warehouse';

const anyIssues = (kind: Kind): boolean =>
  (['item', 'composite', 'part'] as const).some((role) => issuesGoods(kind, role));
const anyReceives = (kind: Kind): boolean =>
  Object.values(kind.goods).some(({ to }) => to === 'warehouse');

/** Of what sort the goods are; a gift costs nothing. */
function stockTypeColumn(form: LineForm): Column {
  const choices: Choices = stockTypes.map((id) => ({ id, name: t(`editor.stockType.${id}`) }));
  const column = choiceColumn<LineDraft>({
    id: 'stockType',
    title: t('editor.column.stockType'),
    width: 90,
    choices,
    read: (line) => allocationOf(line).stockType,
    put: (line, chosen) =>
      withStockType(line, stockTypes.find((type) => type === chosen?.id) ?? 'formal', form.pricing),
  });
  return {
    ...column,
    show: (line) => (isSplit(line) ? typesText(line) : column.show(line)),
    editable: (line) => !isSplit(line),
    open: form.openParts,
    opens: splits,
    needed: (rows) =>
      form.shown.has('stockType') ||
      rows.some(({ allocations }) => allocations.some(({ stockType }) => stockType !== 'formal')),
  };
}

const typesText = ({ allocations }: LineDraft): string =>
  [...new Set(allocations.map(({ stockType }) => t(`editor.stockType.${stockType}`)))].join(', ');

/** Serials name each piece: only what has none is split into lots and stock types. */
const splits = ({ product }: LineDraft): boolean => product !== null && !product.serialManaged;

/** The line's goods of another stock type: a gift is free, what is one no more has its price again. */
export function withStockType(line: LineDraft, stockType: StockType, pricing: Pricing): LineDraft {
  const before = allocationOf(line).stockType;
  const changed = allocated(line, { stockType });
  const free = stockType === 'gift';
  if (!pricing.paid || free === (before === 'gift')) return changed;
  const unitPrice = free ? '0' : (line.product?.price ?? '');
  const own = atOwnPrice(changed, { pricedBy: 'unitPrice', unitPrice }, pricing);
  // Goods that are no gift any more cost what was agreed again.
  const { source } = own;
  return source === null || free
    ? own
    : priced({ ...own, source: { ...source, ownPrice: false } }, pricing);
}

/** A lot as typed on a receipt; where goods leave, it expires when the chosen lot does. */
function lotColumn(form: LineForm): Column {
  return {
    id: 'lot',
    title: t('editor.column.lot'),
    width: 120,
    show: (line) =>
      isSplit(line)
        ? t('editor.split', { count: line.allocations.length })
        : allocationOf(line).lot,
    hint: (line) => (isSplit(line) ? partsText(line) : null),
    editable: (line) => !isSplit(line) && line.product?.lotManaged === true,
    write: (line, text) =>
      isNoName(text.trim())
        ? { wrong: t('editor.wrong.noName', { text }) }
        : { row: allocated(line, { lot: text.trim() }) },
    stop: (line) => line.product?.lotManaged === true && allocationOf(line).lot === '',
    open: form.openParts,
    opens: (line) => line.product?.lotManaged === true,
  };
}

/** What a split line is made of, in one line of text. */
export const partsText = ({ allocations }: LineDraft): string =>
  allocations
    .map(({ lot, stockType, quantity }) =>
      [lot, stockType === 'formal' ? '' : t(`editor.stockType.${stockType}`), quantity]
        .filter((text) => text !== '')
        .join(' '),
    )
    .join(' + ');

const receivesLots =
  (kind: Kind) =>
  (line: LineDraft): boolean =>
    !issuesGoods(kind, line.role) && !isSplit(line) && line.product?.lotManaged === true;

const hasShelfLife = ({ product }: LineDraft): boolean => (product?.shelfLifeDays ?? null) !== null;

function producedColumn({ kind, shown }: LineForm): Column {
  const receives = receivesLots(kind);
  return {
    id: 'produced',
    title: t('editor.column.produced'),
    width: 110,
    show: (line) => (isSplit(line) ? '' : allocationOf(line).produced),
    editable: receives,
    write: (line, text) => {
      const day = typedDay(text);
      if (day === null) return { wrong: t('editor.wrong.day') };
      return { row: allocated(line, expiryFrom(day, line.product?.shelfLifeDays ?? null)) };
    },
    needed: (rows) =>
      anyReceives(kind) &&
      (shown.has('produced') || rows.some((line) => receives(line) && hasShelfLife(line))),
  };
}

function expiryColumn({ kind }: LineForm): Column {
  const receives = receivesLots(kind);
  return {
    id: 'expiry',
    title: t('editor.column.expiry'),
    width: 110,
    show: (line) => (isSplit(line) ? '' : allocationOf(line).expiry),
    editable: receives,
    write: (line, text) => {
      const day = typedDay(text);
      return day === null
        ? { wrong: t('editor.wrong.day') }
        : { row: allocated(line, { expiry: day }) };
    },
    stop: (line) => receives(line) && !hasShelfLife(line) && allocationOf(line).expiry === '',
  };
}

function serialsColumn(form: LineForm): Column {
  return {
    id: 'serials',
    title: t('editor.column.serials'),
    width: 160,
    show: (line) => allocationOf(line).serials.join(','),
    editable: (line) => !isSplit(line) && line.product?.serialManaged === true,
    write: (line, text) => withSerials(line, text, form.pricing),
    stop: (line) => line.product?.serialManaged === true && allocationOf(line).serials.length === 0,
    open: form.openSerials,
    opens: (line) => line.product?.serialManaged === true && !isSplit(line),
  };
}

/** Lots, days, serials and stock types: only kinds that stand in a warehouse have them. */
export function traceColumns(form: LineForm): readonly Column[] {
  if (!form.kind.warehouse) return [];
  const flagged = (column: Column, flag: 'lotManaged' | 'serialManaged'): Column => ({
    ...column,
    needed: (rows) =>
      form.shown.has(column.id) || rows.some(({ product }) => product?.[flag] === true),
  });
  return [
    stockTypeColumn(form),
    flagged(serialsColumn(form), 'serialManaged'),
    flagged(lotColumn(form), 'lotManaged'),
    producedColumn(form),
    flagged(expiryColumn(form), 'lotManaged'),
  ];
}

/** Lots are taken from stock with some line of the kind. */
export const takesFromStock = anyIssues;

/** Serials as typed or scanned one after another, ranges written out; their number is the quantity. */
export function withSerials(line: LineDraft, text: string, pricing: Pricing): Written<LineDraft> {
  const serials = typedSerials(text);
  const twice = serials.find((serial, at) => serials.indexOf(serial) !== at);
  if (twice !== undefined) return { wrong: t('editor.wrong.serialTwice', { serial: twice }) };
  const noName = serials.find(isNoName);
  if (noName !== undefined) return { wrong: t('editor.wrong.noName', { text: noName }) };
  if (serials.some(isTooLong)) return { wrong: t('editor.wrong.serialLong') };
  const ratio = decimal(line.product?.ratio ?? '1');
  const quantity =
    serials.length === 0 ? line.quantity : plain(decimal(serials.length).dividedBy(ratio));
  return { row: priced({ ...allocated(line, { serials }), quantity }, pricing) };
}
