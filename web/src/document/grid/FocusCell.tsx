import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { t } from '../../phrase/index.ts';
import { OWN_CELLS, toTsv } from './clipboard.ts';
import { canOpenCell, textOfCell, isCellWritable } from './column.ts';
import type { GridColumn } from './column.ts';
import { startCellEditing, handleGridKey, settleTypedText } from './keys.ts';
import type { KeyTarget } from './keys.ts';
import { OfferList } from './OfferList.tsx';
import { pasteClipboardText } from './paste.ts';
import { copySelectedCells, pickCellOffer } from './gridState.ts';
import type { RowState } from './gridState.ts';
import { ADD, restingOffers, useOffers } from './useOffers.ts';
import { useStore } from './useStore.ts';

interface Props<Row> {
  readonly column: GridColumn<Row>;
  readonly row: RowState<Row>;
  readonly target: () => KeyTarget<Row>;
}

/** Keeps an input focused, and its text selected at rest; returns refs to input and cell. */
function useInput(text: string, resting: boolean) {
  const input = useRef<HTMLInputElement>(null);
  const [cell, setCell] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const element = input.current;
    if (element === null) return;
    element.focus({ preventScroll: true });
    setCell(element.parentElement);
    element.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, []);
  useLayoutEffect(() => {
    const element = input.current;
    if (element === null || !resting) return;
    if (element.value !== text) element.value = text;
    if (document.activeElement === element) element.select();
  }, [resting, text]);
  return { input, cell };
}

/** Holds a cell's text, offers and key handlers. */
function useCell<Row>({ column, row, target }: Props<Row>) {
  const { store } = target();
  const typing = useStore(store, () => store.grid().typing);
  const text = row.wrong[column.id]?.text ?? textOfCell(column, row.value);
  // Unchanged text queries everything, so opening a choice shows all offers.
  const offers = useOffers(column, row.value, typing === text ? '' : typing, text);
  const canWrite = isCellWritable(column, row.value);
  const resting = typing === null ? restingOffers(column, row) : [];
  const list = typing === null ? resting : offers.list;

  const take = (value: string): void => {
    const { shape } = target();
    if (value === ADD) {
      store.change((grid) => ({ ...grid, typing: null }));
      const typed = typing ?? (resting.length > 0 ? text : '');
      return column.add?.(row.key, typing === text ? '' : typed.trim());
    }
    store.change((grid) => pickCellOffer(grid, shape, { key: row.key, column: column.id }, value));
    handleGridKey(target(), { key: 'Enter', ctrl: false, shift: false, alt: false });
  };

  const takesOffer = (event: KeyboardEvent): boolean => {
    if (list.length === 0 || event.ctrlKey || event.altKey) return false;
    if (typing !== null && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      offers.move(event.key === 'ArrowDown' ? 1 : -1);
      return true;
    }
    const offer = list[typing === null ? 0 : offers.at];
    const takes = event.key === 'Enter' || (typing !== null && event.key === 'Tab');
    if (!takes || offer === undefined || event.shiftKey) return false;
    take(offer.value);
    return true;
  };

  const edits = (event: KeyboardEvent<HTMLInputElement>): boolean => {
    if (event.key === 'F4' && column.open !== undefined && canOpenCell(column, row.value)) {
      settleTypedText(store, target().shape);
      column.open(row.key);
      return true;
    }
    if ((event.key !== 'F2' && event.key !== 'F4') || !canWrite) return false;
    startCellEditing(store, text);
    const end = event.currentTarget.value.length;
    event.currentTarget.setSelectionRange(end, end);
    return true;
  };

  const keyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    // An input method owns every key during composition.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const { key, shiftKey: shift, altKey: alt } = event;
    const ctrl = event.ctrlKey || event.metaKey;
    if (takesOffer(event) || edits(event) || handleGridKey(target(), { key, ctrl, shift, alt })) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  return { typing, text, offers, list, canWrite, take, keyDown };
}

/** Copies selected cells to the clipboard; a cell being edited copies its own text. */
function handleCopyEvent<Row>({ store, shape }: KeyTarget<Row>, event: ClipboardEvent): void {
  if (store.grid().typing !== null) return;
  event.clipboardData.setData('text/plain', toTsv(copySelectedCells(store.grid(), shape)));
  event.clipboardData.setData(OWN_CELLS, 'yes');
  event.preventDefault();
}

function handlePasteEvent<Row>(target: KeyTarget<Row>, event: ClipboardEvent): void {
  const clip = event.clipboardData.getData('text/plain');
  // A piece of text pasted while editing belongs to the text; cells belong to the grid.
  if (target.store.grid().typing !== null && !/[\t\n]/.test(clip)) return;
  event.preventDefault();
  pasteClipboardText(target, clip, event.clipboardData.getData(OWN_CELLS) !== '');
}

/**
 * The focused cell: a native input with selected text at rest, so typing (also through an input method)
 * replaces the text. Uncontrolled: no redraw between key and letter.
 */
export function FocusCell<Row>(props: Props<Row>) {
  const { column, row, target } = props;
  const { store } = target();
  const listId = useId();
  const { typing, text, offers, list, canWrite, take, keyDown } = useCell(props);
  const { input, cell } = useInput(text, typing === null);
  const wrong = row.wrong[column.id];
  // Offers of an unfocused cell would cover the dialog that took focus.
  const [away, setAway] = useState(false);
  const resting = typing === null && list.length > 0 && !away;
  return (
    <>
      <input
        ref={input}
        defaultValue={text}
        readOnly={!canWrite}
        inputMode={column.keyboard ?? 'text'}
        aria-label={column.title}
        aria-invalid={wrong !== undefined}
        aria-describedby={wrong === undefined ? undefined : `${listId}-reason`}
        role={column.suggest ? 'combobox' : undefined}
        aria-expanded={column.suggest ? list.length > 0 : undefined}
        aria-controls={column.suggest ? listId : undefined}
        autoComplete="off"
        spellCheck={false}
        onKeyDown={keyDown}
        onInput={(event) => {
          const { value } = event.currentTarget;
          if (canWrite) store.change((grid) => ({ ...grid, typing: value }));
        }}
        onDoubleClick={() => canWrite && startCellEditing(store, text)}
        onFocus={() => setAway(false)}
        onBlur={() => {
          setAway(true);
          settleTypedText(store, target().shape);
        }}
        onCopy={(event) => handleCopyEvent(target(), event)}
        onPaste={(event) => handlePasteEvent(target(), event)}
      />
      <CellExtras
        id={`${listId}-reason`}
        column={column}
        row={row}
        warns={typing === null}
        offers={resting}
        onOpen={() => {
          settleTypedText(store, target().shape);
          column.open?.(row.key);
        }}
      />
      {(resting || (typing !== null && offers.asked && column.suggest !== undefined)) && (
        <OfferList
          anchor={cell}
          id={listId}
          list={list}
          at={typing === null ? 0 : offers.at}
          empty={t('editor.grid.noOffers')}
          onTake={take}
        />
      )}
    </>
  );
}

interface CellExtrasProps<Row> extends Omit<Props<Row>, 'target'> {
  /** Id of the reason, which describes the cell's input. */
  readonly id: string;
  /** Cell is at rest, so warnings may show. */
  readonly warns: boolean;
  /** An offer stands where the reason would; the grid's foot says the reason, too. */
  readonly offers: boolean;
  readonly onOpen: () => void;
}

/** Shows the cell's dialog button, and its error or warning. */
function CellExtras<Row>({ id, column, row, warns, offers, onOpen }: CellExtrasProps<Row>) {
  const wrong = row.wrong[column.id];
  const warning = wrong === undefined && warns ? (column.warn?.(row.value) ?? null) : null;
  return (
    <>
      {canOpenCell(column, row.value) && (
        <button
          type="button"
          tabIndex={-1}
          className="line-grid-open"
          aria-label={t('editor.grid.open', { column: column.title })}
          onMouseDown={(event) => {
            event.preventDefault();
            event.stopPropagation();
            onOpen();
          }}
        >
          …
        </button>
      )}
      {wrong !== undefined && !offers && (
        <span id={id} className="line-grid-reason">
          {wrong.reason}
        </span>
      )}
      {warning !== null && <span className="line-grid-reason warn">{warning}</span>}
    </>
  );
}
