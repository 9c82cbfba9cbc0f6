import { Button, Drawer, Empty } from 'antd';
import { useState } from 'react';
import { t } from '../../phrase/index.ts';
import { textOfCell, isCellWritable } from '../grid/column.ts';
import type { GridColumn } from '../grid/column.ts';
import type { GridStore } from '../grid/gridStore.ts';
import { appendBlankRow, removeGridRows, writeGridCell } from '../grid/gridState.ts';
import type { GridShape, RowState } from '../grid/gridState.ts';
import { useStore } from '../grid/useStore.ts';

/** Card content of a line: subject, figure, and some columns. */
export interface Card<Row> {
  readonly title: (row: Row) => string;
  readonly figure: (row: Row) => string;
  readonly facts: readonly string[];
}

interface Props<Row> {
  readonly store: GridStore<Row>;
  readonly columns: readonly GridColumn<Row>[];
  readonly shape: () => GridShape<Row>;
  readonly card: Card<Row>;
  /** Chooses a line's subject; absent if chosen in the line's fields, where a button adds lines. */
  readonly onPick?: (key: string) => void;
  /** Hint on adding lines, shown while empty. */
  readonly empty?: string;
}

/** Lines on a phone: cards with the main facts; a tap opens the line's fields. */
export function LineCards<Row extends object>(props: Props<Row>) {
  const { store, columns, shape, card, onPick, empty = t('editor.grid.empty') } = props;
  const given = shape().fixed === true;
  const keys = useStore(store, store.keys);
  const [edited, setEdited] = useState<string | null>(null);
  const rows = keys.flatMap((key) => store.row(key) ?? []);
  const filled = rows.filter(({ value }) => !shape().isBlank(value));
  return (
    <div className="line-cards">
      {filled.length === 0 && (given || onPick !== undefined) && <Empty description={empty} />}
      {filled.map(({ key }) => (
        <LineCard
          key={key}
          rowKey={key}
          store={store}
          columns={columns}
          card={card}
          onOpen={() => setEdited(key)}
        />
      ))}
      {onPick === undefined && !given && (
        <Button size="large" block onClick={() => setEdited(anotherLine(store, shape()))}>
          {t('editor.lines.add')}
        </Button>
      )}
      {edited !== null && (
        <LineForm
          rowKey={edited}
          store={store}
          columns={columns}
          shape={shape}
          card={card}
          onPick={onPick && (() => onPick(edited))}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  );
}

/** Returns a blank line's key: the last line's or a new line's. */
function anotherLine<Row>(store: GridStore<Row>, shape: GridShape<Row>): string | null {
  const last = store.grid().rows.at(-1);
  if (last !== undefined && shape.isBlank(last.value)) return last.key;
  store.change((grid) => appendBlankRow(grid, shape));
  return store.grid().rows.at(-1)?.key ?? null;
}

interface CardProps<Row> extends Pick<Props<Row>, 'store' | 'columns' | 'card'> {
  readonly rowKey: string;
  readonly onOpen: () => void;
}

function LineCard<Row extends object>({ rowKey, store, columns, card, onOpen }: CardProps<Row>) {
  const row = useStore(store, () => store.row(rowKey));
  const flash = useStore(store, () =>
    store.grid().flash.key === rowKey ? store.grid().flash.count : 0,
  );
  if (row === undefined) return null;
  const { value, wrong } = row;
  const reason = Object.values(wrong)[0]?.reason;
  return (
    <button
      type="button"
      className={flash === 0 ? 'line-card' : `line-card flash-${flash % 2}`}
      onClick={onOpen}
    >
      <strong>{card.title(value)}</strong>
      <span className="line-card-quantity">{card.figure(value)}</span>
      <span className="line-card-facts">
        {columns
          .filter(({ id }) => card.facts.includes(id))
          .map((column) => column.show(value))
          .filter((text) => text !== '')
          .join(' · ')}
      </span>
      {reason !== undefined && <span className="line-card-wrong">{reason}</span>}
    </button>
  );
}

interface LineFormProps<Row> extends Omit<Props<Row>, 'onPick'> {
  readonly rowKey: string;
  readonly onPick: (() => void) | undefined;
  readonly onClose: () => void;
}

function LineForm<Row extends object>(props: LineFormProps<Row>) {
  const { rowKey, store, columns, shape, card, onClose } = props;
  const row = useStore(store, () => store.row(rowKey));
  const values = useStore(store, store.values);
  if (row === undefined) return null;
  const needed = columns.filter((column) => column.needed?.(values) ?? true);
  return (
    <Drawer
      open
      getContainer={false}
      rootStyle={{ position: 'fixed' }}
      placement="bottom"
      size="85vh"
      title={card.title(row.value) || t('editor.lines.one')}
      onClose={onClose}
      footer={<FormFoot {...props} />}
    >
      <div className="line-form">
        {needed.map((column) => (
          <LineField key={column.id} column={column} row={row} store={store} shape={shape} />
        ))}
      </div>
    </Drawer>
  );
}

function FormFoot<Row>({ rowKey, store, shape, onPick, onClose }: LineFormProps<Row>) {
  return (
    <div className="line-form-foot">
      <Button
        danger
        size="large"
        onClick={() => {
          onClose();
          store.change((grid) => removeGridRows(grid, shape(), new Set([rowKey])));
        }}
      >
        {t('act.remove')}
      </Button>
      {onPick !== undefined && (
        <Button size="large" onClick={onPick}>
          {t('editor.lines.pick')}
        </Button>
      )}
      <Button type="primary" size="large" onClick={onClose}>
        {t('editor.lines.done')}
      </Button>
    </div>
  );
}

interface LineFieldProps<Row> extends Pick<Props<Row>, 'store' | 'shape'> {
  readonly column: GridColumn<Row>;
  readonly row: RowState<Row>;
}

function LineField<Row>({ column, row, store, shape }: LineFieldProps<Row>) {
  const wrong = row.wrong[column.id];
  const text = wrong?.text ?? textOfCell(column, row.value);
  const warning = column.warn?.(row.value) ?? null;
  const put = (value: string): void =>
    store.change((grid) =>
      writeGridCell(grid, shape(), { key: row.key, column: column.id }, value),
    );
  if (!isCellWritable(column, row.value)) {
    return (
      <div className="line-field">
        <span>{column.title}</span>
        <output>{column.show(row.value)}</output>
      </div>
    );
  }
  return (
    <label className={wrong === undefined ? 'line-field' : 'line-field wrong'}>
      <span>{column.title}</span>
      <input
        // Redraws when the value changes beneath; never touches typed text.
        key={text}
        defaultValue={text}
        inputMode={column.keyboard ?? 'text'}
        list={
          column.suggestAfter === undefined && column.suggest !== undefined
            ? `offers-${column.id}`
            : undefined
        }
        onBlur={(event) => put(event.target.value)}
      />
      {column.suggestAfter === undefined && column.suggest !== undefined && (
        <Offers column={column} row={row.value} />
      )}
      {(wrong ?? warning) !== null && <small>{wrong?.reason ?? warning}</small>}
    </label>
  );
}

/** The choices of a short list, for the phone's own drop-down. */
function Offers<Row>({ column, row }: { column: GridColumn<Row>; row: Row }) {
  const offers = column.suggest?.(row, '', new AbortController().signal);
  if (offers === undefined || offers instanceof Promise) return null;
  return (
    <datalist id={`offers-${column.id}`}>
      {offers.map(({ value, label }) => (
        <option key={value} value={label}>
          {label}
        </option>
      ))}
    </datalist>
  );
}
