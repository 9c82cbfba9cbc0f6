import { Button, Drawer, Empty } from 'antd';
import { useState } from 'react';
import { t } from '../../phrase/index.ts';
import { textOf, writable } from '../grid/column.ts';
import type { GridColumn } from '../grid/column.ts';
import type { GridStore } from '../grid/gridStore.ts';
import { removed, wrote } from '../grid/gridState.ts';
import type { Shape, RowState } from '../grid/gridState.ts';
import { useStore } from '../grid/useStore.ts';
import { isBlankLine } from '../draft/lineDraft.ts';
import type { LineDraft } from '../draft/lineDraft.ts';

interface Props {
  readonly store: GridStore<LineDraft>;
  readonly columns: readonly GridColumn<LineDraft>[];
  readonly shape: () => Shape<LineDraft>;
  readonly onPick: (key: string) => void;
}

/** What stands on a card besides name and quantity. */
const FACTS = ['warehouse', 'standard', 'unitPrice', 'amount'] as const;

/** The lines on a phone: cards with what matters; a tap opens the line's fields. */
export function LineCards({ store, columns, shape, onPick }: Props) {
  const keys = useStore(store, store.keys);
  const [edited, setEdited] = useState<string | null>(null);
  const rows = keys.flatMap((key) => store.row(key) ?? []);
  const filled = rows.filter(({ value }) => !isBlankLine(value));
  return (
    <div className="line-cards">
      {filled.length === 0 && <Empty description={t('editor.grid.empty')} />}
      {filled.map(({ key }) => (
        <LineCard
          key={key}
          rowKey={key}
          store={store}
          columns={columns}
          onOpen={() => setEdited(key)}
        />
      ))}
      {edited !== null && (
        <LineForm
          rowKey={edited}
          store={store}
          columns={columns}
          shape={shape}
          onPick={() => onPick(edited)}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  );
}

interface CardProps {
  readonly rowKey: string;
  readonly store: GridStore<LineDraft>;
  readonly columns: readonly GridColumn<LineDraft>[];
  readonly onOpen: () => void;
}

function LineCard({ rowKey, store, columns, onOpen }: CardProps) {
  const row = useStore(store, () => store.row(rowKey));
  const flash = useStore(store, () =>
    store.grid().flash.key === rowKey ? store.grid().flash.count : 0,
  );
  if (row === undefined) return null;
  const { value, wrong } = row;
  const reason = Object.values(wrong)[0]?.reason;
  const facts = columns.filter(({ id }) => FACTS.some((fact) => fact === id));
  const shown = (id: string): string =>
    columns.find((column) => column.id === id)?.show(value) ?? '';
  return (
    <button
      type="button"
      className={flash === 0 ? 'line-card' : `line-card flash-${flash % 2}`}
      onClick={onOpen}
    >
      <strong>{value.product?.productName ?? value.barcode}</strong>
      <span className="line-card-quantity">
        {shown('quantity')} {value.product?.unit}
      </span>
      <span className="line-card-facts">
        {facts
          .map((column) => column.show(value))
          .filter((text) => text !== '')
          .join(' · ')}
      </span>
      {reason !== undefined && <span className="line-card-wrong">{reason}</span>}
    </button>
  );
}

interface FormProps extends Omit<Props, 'onPick'> {
  readonly rowKey: string;
  readonly onPick: () => void;
  readonly onClose: () => void;
}

function LineForm({ rowKey, store, columns, shape, onPick, onClose }: FormProps) {
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
      title={row.value.product?.productName ?? t('editor.lines.one')}
      onClose={onClose}
      footer={
        <div className="line-form-foot">
          <Button
            danger
            size="large"
            onClick={() => {
              onClose();
              store.change((grid) => removed(grid, shape(), new Set([rowKey])));
            }}
          >
            {t('act.remove')}
          </Button>
          <Button size="large" onClick={onPick}>
            {t('editor.lines.pick')}
          </Button>
          <Button type="primary" size="large" onClick={onClose}>
            {t('editor.lines.done')}
          </Button>
        </div>
      }
    >
      <div className="line-form">
        {needed.map((column) => (
          <LineField key={column.id} column={column} row={row} store={store} shape={shape} />
        ))}
      </div>
    </Drawer>
  );
}

interface FieldProps {
  readonly column: GridColumn<LineDraft>;
  readonly row: RowState<LineDraft>;
  readonly store: GridStore<LineDraft>;
  readonly shape: () => Shape<LineDraft>;
}

function LineField({ column, row, store, shape }: FieldProps) {
  const wrong = row.wrong[column.id];
  const text = wrong?.text ?? textOf(column, row.value);
  const warning = column.warn?.(row.value) ?? null;
  const put = (value: string): void =>
    store.change((grid) => wrote(grid, shape(), { key: row.key, column: column.id }, value));
  if (!writable(column, row.value)) {
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
        // A value that changes beneath is drawn again; what is being typed is never touched.
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
function Offers({ column, row }: { column: GridColumn<LineDraft>; row: LineDraft }) {
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
