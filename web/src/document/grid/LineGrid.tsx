// Rows are placed by transform and virtualized, which table elements can't do; roles convey the structure.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { useVirtualizer, defaultRangeExtractor } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import type { CSSProperties, MouseEvent, RefObject } from 'react';
import { t } from '../../phrase/index.ts';
import type { GridColumn } from './column.ts';
import { summedOnce, widthsOver } from './columnWidths.ts';
import { GridFoot } from './GridFoot.tsx';
import { GridProblems } from './GridProblems.tsx';
import { GridRow, ROW_HEIGHT } from './GridRow.tsx';
import type { GridStore } from './gridStore.ts';
import { settleTypedText } from './keys.ts';
import type { GridCommands, KeyTarget } from './keys.ts';
import { focusCell, moveFocus, rowIndex } from './gridState.ts';
import type { GridShape } from './gridState.ts';
import { useLatest } from './useLatest.ts';
import { useStore } from './useStore.ts';
import './grid.css';
import { closestElement } from '../../control/around.ts';

interface Props<Row> {
  readonly store: GridStore<Row>;
  /** All columns, the same array while unchanged; columns with `needed` appear on demand. */
  readonly columns: readonly GridColumn<Row>[];
  readonly blank: (previous: Row | undefined) => Row;
  readonly isBlank: (row: Row) => boolean;
  readonly fixed?: boolean;
  readonly commands?: GridCommands;
  readonly label: string;
  /** Text of an empty grid. */
  readonly empty?: string;
}

const NUMBER_WIDTH = 44;
const OVERSCAN = 6;

const toGridTemplate = <Row,>(columns: readonly GridColumn<Row>[]): string =>
  [
    `${NUMBER_WIDTH}px`,
    ...columns.map(({ grow, width }) => (grow ? `minmax(${width}px, 1fr)` : `${width}px`)),
  ].join(' ');

/** Returns the columns' minimum width in pixels, so rows are as wide as the header. */
const leastWidth = <Row,>(columns: readonly GridColumn<Row>[]): number =>
  columns.reduce((sum, { width }) => sum + width, NUMBER_WIDTH);

/** Returns the pixels at the start that never scroll: row number and frozen column. */
const frozenWidth = <Row,>(columns: readonly GridColumn<Row>[]): number =>
  leastWidth(columns.filter(({ frozen }) => frozen));

const joinNeededColumnIds = <Row,>(
  columns: readonly GridColumn<Row>[],
  values: readonly Row[],
): string =>
  columns
    .filter(({ needed }) => needed?.(values) ?? true)
    .map(({ id }) => id)
    .join();

/**
 * Returns needed column ids, queried at every key but computed only after row changes: cursor moves inspect
 * no line.
 */
function neededOf<Row>(store: GridStore<Row>, columns: readonly GridColumn<Row>[]): () => string {
  let known: { readonly values: readonly Row[]; readonly ids: string } | undefined;
  return () => {
    const values = store.values();
    if (known?.values !== values) known = { values, ids: joinNeededColumnIds(columns, values) };
    return known.ids;
  };
}

/** Returns the needed columns; the same array until a column appears or disappears. */
function useNeeded<Row>(
  store: GridStore<Row>,
  columns: readonly GridColumn<Row>[],
): readonly GridColumn<Row>[] {
  const idsNow = useMemo(() => neededOf(store, columns), [store, columns]);
  const ids = useStore(store, idsNow);
  return useMemo(() => {
    const wanted = new Set(ids.split(','));
    return columns.filter(({ id }) => wanted.has(id)).map(summedOnce);
  }, [columns, ids]);
}

/** Returns needed columns with rendered widths; the same array until a width or column changes. */
function useVisible<Row extends object>(
  store: GridStore<Row>,
  columns: readonly GridColumn<Row>[],
): readonly GridColumn<Row>[] {
  const needed = useNeeded(store, columns);
  const widthsNow = useMemo(() => {
    const over = widthsOver(needed);
    return () => over(store.values()).join();
  }, [store, needed]);
  const widths = useStore(store, widthsNow);
  return useMemo(() => {
    const drawn = widths.split(',').map(Number);
    return needed.map((column, at) => ({ ...column, width: drawn[at] ?? column.width }));
  }, [needed, widths]);
}

const NO_COMMANDS: GridCommands = {};

/** Returns the rendered rows: visible rows, some neighbours, and the focused row. */
function useDrawnGridRows<Row>(scroll: RefObject<HTMLDivElement | null>, store: GridStore<Row>) {
  const keys = useStore(store, store.keys);
  const focusKey = useStore(store, () => store.grid().focus?.key ?? null);
  const focusAt = focusKey === null ? -1 : keys.indexOf(focusKey);

  // oxlint-disable-next-line react/incompatible-library -- rows are memoised by hand
  const virtual = useVirtualizer({
    count: keys.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    getItemKey: (at) => keys[at] ?? at,
    scrollPaddingStart: ROW_HEIGHT,
    // Titles above and totals below share the scroll box with the rows.
    scrollPaddingEnd: 2 * ROW_HEIGHT,
    // The focused row stays rendered at any scroll position, so its input keeps focus.
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      return focusAt < 0 || drawn.includes(focusAt)
        ? drawn
        : [...drawn, focusAt].toSorted((a, b) => a - b);
    },
  });

  // Messages above or below reduce the rows' space: the focused row is scrolled into view.
  const room = virtual.scrollRect?.height ?? 0;
  useEffect(() => {
    if (focusAt >= 0) virtual.scrollToIndex(focusAt, { align: 'auto' });
  }, [focusAt, room, virtual]);
  const inSight = Math.floor((scroll.current?.clientHeight ?? 340) / ROW_HEIGHT);
  return {
    keys,
    unfocused: focusKey === null,
    rows: virtual.getVirtualItems(),
    height: virtual.getTotalSize(),
    /** Rows moved by a page key. */
    page: Math.max(1, inSight - 3),
  };
}

const roomOf = <Row,>(
  visible: readonly GridColumn<Row>[],
): CSSProperties & Readonly<Record<`--${string}`, string>> => ({
  '--line-grid-columns': toGridTemplate(visible),
  '--line-grid-width': `${leastWidth(visible)}px`,
  '--line-grid-number': `${NUMBER_WIDTH}px`,
  '--line-grid-frozen': `${frozenWidth(visible)}px`,
});

/** Focuses the pressed cell; a cell already focused keeps its text selected. */
function focusPressedCell<Row>(
  store: GridStore<Row>,
  shape: GridShape<Row>,
  event: MouseEvent,
): void {
  const cell = closestElement(event.target, '[data-column]');
  const key = cell?.closest<HTMLElement>('[data-key]')?.dataset['key'];
  const column = cell?.dataset['column'];
  const { focus } = store.grid();
  if (key === undefined || column === undefined || event.button !== 0) return;
  if (focus?.key === key && focus.column === column) return selectCellText(store, event, cell);
  event.preventDefault();
  settleTypedText(store, shape);
  if (column === '') selectRow(store, shape, key);
  else store.change((grid) => focusCell(grid, { key, column }, event.shiftKey));
}

/** Keeps a resting cell's text selected, so that typing replaces the text; F2 and double click edit. */
function selectCellText<Row>(
  store: GridStore<Row>,
  event: MouseEvent,
  cell: HTMLElement | null | undefined,
): void {
  const input = cell?.querySelector('input') ?? null;
  if (input === null || store.grid().typing !== null) return;
  event.preventDefault();
  input.focus({ preventScroll: true });
  input.select();
}

const Titles = <Row,>({ columns }: { readonly columns: readonly GridColumn<Row>[] }) => (
  <div className="line-grid-row line-grid-head" role="row" aria-rowindex={1}>
    <div className="line-grid-cell" role="columnheader">
      #
    </div>
    {columns.map((column) => (
      <div
        key={column.id}
        role="columnheader"
        className={`line-grid-cell ${column.align ?? ''} ${column.required ? 'line-grid-required' : ''} ${column.frozen ? 'frozen' : ''}`}
        title={column.title}
      >
        {column.title}
      </div>
    ))}
  </div>
);

/**
 * Table with spreadsheet behaviour: virtual rows, one focused cell, documented keys. Rows live in the
 * store; a change redraws only its row, the totals and the problems.
 */
export function LineGrid<Row extends object>(props: Props<Row>) {
  const { store, columns, blank, isBlank, fixed = false, commands = NO_COMMANDS } = props;
  const scroll = useRef<HTMLDivElement>(null);
  const visible = useVisible(store, columns);
  const { keys, unfocused, rows, height, page } = useDrawnGridRows(scroll, store);
  const shape: GridShape<Row> = { columns: visible, blank, isBlank, fixed };
  // Rows keep this function for life, so command changes redraw no rows.
  const target = useLatest<KeyTarget<Row>>({ store, shape, commands, page });
  return (
    <div className="line-grid" role="presentation">
      <div
        ref={scroll}
        className="line-grid-scroll"
        role="grid"
        aria-label={props.label}
        aria-rowcount={keys.length + 1}
        aria-colcount={visible.length + 1}
        tabIndex={unfocused ? 0 : -1}
        style={roomOf(visible)}
        onMouseDown={(event) => focusPressedCell(store, shape, event)}
        onFocus={(event) => {
          if (event.target === scroll.current && unfocused) {
            store.change((grid) => moveFocus(grid, shape, {}));
          }
        }}
      >
        <Titles columns={visible} />
        <div className="line-grid-body" role="rowgroup" style={{ height }}>
          {rows.map(({ index, key }) => (
            <GridRow
              key={String(key)}
              rowKey={String(key)}
              index={index}
              columns={visible}
              target={target}
            />
          ))}
        </div>
        {keys.length === 0 && (
          <div className="line-grid-empty">{props.empty ?? t('editor.grid.empty')}</div>
        )}
        <GridFoot store={store} columns={visible} />
      </div>
      <GridProblems store={store} columns={columns} />
    </div>
  );
}

function selectRow<Row>(store: GridStore<Row>, { columns }: GridShape<Row>, key: string): void {
  const first = columns[0]?.id;
  const last = columns.at(-1)?.id;
  if (first === undefined || last === undefined || rowIndex(store.grid(), key) < 0) return;
  store.change((grid) => ({
    ...focusCell(grid, { key, column: first }),
    anchor: { key, column: last },
  }));
}
