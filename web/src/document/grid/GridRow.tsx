// Rows are placed by transform and virtualized, which table elements can't do; roles convey the structure.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { memo } from 'react';
import { canFitText, canOpenCell, isCellWritable } from './column.ts';
import type { GridColumn } from './column.ts';
import { FocusCell } from './FocusCell.tsx';
import type { KeyTarget } from './keys.ts';
import type { RowState, CellError } from './gridState.ts';
import { rangeOfSelection } from './gridState.ts';
import { useStore } from './useStore.ts';

interface Props<Row> {
  readonly rowKey: string;
  readonly index: number;
  readonly columns: readonly GridColumn<Row>[];
  readonly target: () => KeyTarget<Row>;
}

/**
 * Encodes a row's selection state as a string, comparable by value: focused column, first and last selected
 * column, flash count.
 */
function toRowMark<Row>(target: KeyTarget<Row>, key: string, index: number): string {
  const grid = target.store.grid();
  const flash = grid.flash.key === key ? grid.flash.count : '';
  const focus = grid.focus?.key === key ? grid.focus.column : '';
  const single = grid.anchor?.key === grid.focus?.key && grid.anchor?.column === grid.focus?.column;
  if (single) return `${focus}|||${flash}`;
  const range = rangeOfSelection(grid, target.shape);
  const inside = range !== null && index >= range.top && index <= range.bottom;
  return inside ? `${focus}|${range.left}|${range.right}|${flash}` : `${focus}|||${flash}`;
}

function LineGridRow<Row>({ rowKey, index, columns, target }: Props<Row>) {
  const { store } = target();
  const row = useStore(store, () => store.row(rowKey));
  const mark = useStore(store, () => toRowMark(target(), rowKey, index));
  if (row === undefined) return null;
  const [focus = '', left = '', right = '', flash = ''] = mark.split('|');
  const inRange = (at: number): boolean => left !== '' && at >= Number(left) && at <= Number(right);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-key={rowKey}
      className={joinClassNames(
        'line-grid-row',
        focus !== '' && 'active',
        flash !== '' && `flash-${Number(flash) % 2}`,
      )}
      style={{ transform: `translateY(${index * ROW_HEIGHT}px)` }}
    >
      <div role="rowheader" className="line-grid-cell" data-column="">
        {index + 1}
      </div>
      {columns.map((column, at) =>
        focus === column.id ? (
          <div
            key={column.id}
            role="gridcell"
            data-column={column.id}
            className={focusClass(column, row, inRange(at))}
          >
            <FocusCell column={column} row={row} target={target} />
          </div>
        ) : (
          <RestingCell key={column.id} column={column} row={row} inRange={inRange(at)} />
        ),
      )}
    </div>
  );
}

/** Pixels; equal to the style sheet's value. */
export const ROW_HEIGHT = 34;

const joinClassNames = (...names: readonly (string | false | undefined)[]): string =>
  names.filter((name) => name !== false && name !== undefined).join(' ');

const focusClass = <Row,>(column: GridColumn<Row>, row: RowState<Row>, inRange: boolean): string =>
  joinClassNames(
    'line-grid-cell focus resting',
    column.align,
    column.frozen && 'frozen',
    inRange && 'range',
    row.wrong[column.id] !== undefined && 'wrong',
    canOpenCell(column, row.value) && 'openable',
  );

interface CellProps<Row> {
  readonly column: GridColumn<Row>;
  readonly row: RowState<Row>;
  readonly inRange: boolean;
}

function RestingCell<Row>({ column, row, inRange }: CellProps<Row>) {
  const wrong = row.wrong[column.id];
  const warning = wrong === undefined ? (column.warn?.(row.value) ?? null) : null;
  const text = wrong?.text ?? column.show(row.value);
  return (
    <CellText
      id={column.id}
      text={text}
      reason={wrong?.reason ?? warning}
      hint={column.hint?.(row.value) ?? (canFitText(column, text) ? null : text)}
      className={cellClass(column, row.value, wrong, inRange, warning !== null)}
    />
  );
}

function cellClass<Row>(
  column: GridColumn<Row>,
  value: Row,
  wrong: CellError | undefined,
  inRange: boolean,
  warned: boolean,
): string {
  return joinClassNames(
    'line-grid-cell',
    column.align,
    column.frozen && 'frozen',
    wrong !== undefined && 'wrong',
    warned && 'bad',
    inRange && 'range',
    !isCellWritable(column, value) && 'readonly',
    column.tone?.(value),
  );
}

interface TextProps {
  readonly id: string;
  readonly text: string;
  readonly reason: string | null;
  readonly hint: string | null;
  readonly className: string;
}

/** Redrawn only when the displayed values change. */
const CellText = memo(({ id, text, reason, hint, className }: TextProps) => (
  <div role="gridcell" data-column={id} className={className} title={reason ?? hint ?? undefined}>
    {reason !== null && (
      <span className="line-grid-mark" role="img" aria-label={reason}>
        !
      </span>
    )}
    {text}
  </div>
));
CellText.displayName = 'CellText';

// SAFETY: memo preserves the props; its type only loses the generic parameter.
export const GridRow = memo(LineGridRow) as typeof LineGridRow;
