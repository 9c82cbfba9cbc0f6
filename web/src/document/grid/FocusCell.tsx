import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { t } from '../../phrase/index.ts';
import { OWN_CELLS, toTsv } from './clipboard.ts';
import { openable, textOf, writable } from './column.ts';
import type { GridColumn } from './column.ts';
import { editing, pressed, settle } from './keys.ts';
import type { KeyTarget } from './keys.ts';
import { OfferList } from './OfferList.tsx';
import { paste } from './paste.ts';
import { copied, picked } from './gridState.ts';
import type { RowState } from './gridState.ts';
import { ADD, restingOffers, useOffers } from './useOffers.ts';
import { useStore } from './useStore.ts';

interface Props<Row> {
  readonly column: GridColumn<Row>;
  readonly row: RowState<Row>;
  readonly target: () => KeyTarget<Row>;
}

/** The input, which has the keyboard and, while it rests, the cell's text; and the cell around it. */
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

/** What stands in the cell and is offered there, and what its keys do. */
function useCell<Row>({ column, row, target }: Props<Row>) {
  const { store } = target();
  const typing = useStore(store, () => store.grid().typing);
  const text = row.wrong[column.id]?.text ?? textOf(column, row.value);
  // An untouched text asks for everything, so opening a choice shows all of it.
  const offers = useOffers(column, row.value, typing === text ? '' : typing, text);
  const canWrite = writable(column, row.value);
  const resting = typing === null ? restingOffers(column, row) : [];
  const list = typing === null ? resting : offers.list;

  const take = (value: string): void => {
    const { shape } = target();
    if (value === ADD) {
      store.change((grid) => ({ ...grid, typing: null }));
      const typed = typing ?? (resting.length > 0 ? text : '');
      return column.add?.(row.key, typing === text ? '' : typed.trim());
    }
    store.change((grid) => picked(grid, shape, { key: row.key, column: column.id }, value));
    pressed(target(), { key: 'Enter', ctrl: false, shift: false, alt: false });
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
    if (event.key === 'F4' && column.open !== undefined && openable(column, row.value)) {
      settle(store, target().shape);
      column.open(row.key);
      return true;
    }
    if ((event.key !== 'F2' && event.key !== 'F4') || !canWrite) return false;
    editing(store, text);
    const end = event.currentTarget.value.length;
    event.currentTarget.setSelectionRange(end, end);
    return true;
  };

  const keyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    // While an input method composes, every key is its own.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const { key, shiftKey: shift, altKey: alt } = event;
    const ctrl = event.ctrlKey || event.metaKey;
    if (takesOffer(event) || edits(event) || pressed(target(), { key, ctrl, shift, alt })) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  return { typing, text, offers, list, canWrite, take, keyDown };
}

/** The cells that are marked go to the clipboard; a cell that is edited copies its own text. */
function copy<Row>({ store, shape }: KeyTarget<Row>, event: ClipboardEvent): void {
  if (store.grid().typing !== null) return;
  event.clipboardData.setData('text/plain', toTsv(copied(store.grid(), shape)));
  event.clipboardData.setData(OWN_CELLS, 'yes');
  event.preventDefault();
}

function pasted<Row>(target: KeyTarget<Row>, event: ClipboardEvent): void {
  const clip = event.clipboardData.getData('text/plain');
  // A piece of text pasted while editing belongs to the text; cells belong to the grid.
  if (target.store.grid().typing !== null && !/[\t\n]/.test(clip)) return;
  event.preventDefault();
  paste(target, clip, event.clipboardData.getData(OWN_CELLS) !== '');
}

/**
 * The one cell that has the focus: a native input, its text selected while it rests, so typing (also through an input
 * method) replaces it. The input is uncontrolled: nothing redraws between key and letter.
 */
export function FocusCell<Row>(props: Props<Row>) {
  const { column, row, target } = props;
  const { store } = target();
  const listId = useId();
  const { typing, text, offers, list, canWrite, take, keyDown } = useCell(props);
  const { input, cell } = useInput(text, typing === null);
  const wrong = row.wrong[column.id];
  const resting = typing === null && list.length > 0;
  return (
    <>
      <input
        ref={input}
        defaultValue={text}
        readOnly={!canWrite}
        inputMode={column.keyboard ?? 'text'}
        aria-label={column.title}
        aria-invalid={wrong !== undefined}
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
        onDoubleClick={() => canWrite && editing(store, text)}
        onBlur={() => settle(store, target().shape)}
        onCopy={(event) => copy(target(), event)}
        onPaste={(event) => pasted(target(), event)}
      />
      <Beside column={column} row={row} warns={typing === null} offers={resting} />
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

interface BesideProps<Row> extends Omit<Props<Row>, 'target'> {
  /** The cell rests, so what is unusual about it may be said. */
  readonly warns: boolean;
  /** An offer stands where the reason would; the grid's foot says the reason, too. */
  readonly offers: boolean;
}

/** The button that opens the cell's dialog, and what is wrong or unusual about it. */
function Beside<Row>({ column, row, warns, offers }: BesideProps<Row>) {
  const wrong = row.wrong[column.id];
  const warning = wrong === undefined && warns ? (column.warn?.(row.value) ?? null) : null;
  return (
    <>
      {openable(column, row.value) && (
        <button
          type="button"
          tabIndex={-1}
          className="line-grid-open"
          aria-label={t('editor.grid.open', { column: column.title })}
          onMouseDown={(event) => {
            event.preventDefault();
            event.stopPropagation();
            column.open?.(row.key);
          }}
        >
          …
        </button>
      )}
      {wrong !== undefined && !offers && <span className="line-grid-reason">{wrong.reason}</span>}
      {warning !== null && <span className="line-grid-reason warn">{warning}</span>}
    </>
  );
}
