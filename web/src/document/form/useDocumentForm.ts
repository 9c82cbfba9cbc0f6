import { useCallback, useRef, useState } from 'react';
import { newKey } from '../../app/net/client.ts';
import type { CallOptions } from '../../app/net/client.ts';
import { gridStore } from '../grid/gridStore.ts';
import type { GridStore } from '../grid/gridStore.ts';
import type { RowState } from '../grid/gridState.ts';
import { useLatest } from '../grid/useLatest.ts';
import { useStore } from '../grid/useStore.ts';
import {
  isKeyReused,
  isStale,
  noRefusal,
  pardoned,
  placeRefusal,
  wrongCells,
} from '../draft/refusals.ts';
import type { Refusal } from '../draft/refusals.ts';

/** What a save came to. */
export type SaveResult =
  | { readonly result: 'saved'; readonly id: string; readonly number: string }
  | { readonly result: 'refused' }
  /** Somebody else saved it since it was read. */
  | { readonly result: 'stale' }
  /** An earlier try with this form's key reached the server. */
  | { readonly result: 'keyReused' };

/** What a form begins with. */
interface Beginning<Head, Line> {
  readonly head: Head;
  readonly lines: readonly Line[];
  /** The Idempotency-Key of a draft that is gone on with: it is as unsaved as it was. */
  readonly key?: string;
}

/** A document while it is being written. */
export interface DocumentForm<Head, Line> {
  readonly head: Head;
  readonly setHead: (change: Partial<Head>) => void;
  readonly store: GridStore<Line>;
  readonly dirty: boolean;
  readonly refusal: Refusal;
  readonly saving: boolean;
  readonly key: () => string;
  /** What the form began with; null where it went on with a draft. */
  readonly base: () => Beginning<Head, Line> | null;
  readonly save: (approved: boolean, version?: number) => Promise<SaveResult>;
  /** Starts over: with another document, or blank. */
  readonly restart: (start: Beginning<Head, Line>) => void;
  /** The next save is another one than those that were tried. */
  readonly renewKey: () => void;
}

/** What differs between documents of goods and of money. */
interface Rules<Head, Line> {
  /** The lines a form opens with, from those it is given. */
  readonly opened: (lines: readonly Line[]) => readonly Line[];
  /** Puts what is still being typed into its line: it belongs to the document that is saved. */
  readonly settle: (store: GridStore<Line>) => void;
  /** The rows that say something. */
  readonly sent: (rows: readonly RowState<Line>[]) => readonly RowState<Line>[];
  /** What the server would refuse anyway, said at once and at its place. */
  readonly problem: (
    head: Head,
    rows: readonly RowState<Line>[],
    store: GridStore<Line>,
  ) => Refusal | null;
  /** Saves it; null where the user thought better of it. */
  readonly send: (
    head: Head,
    lines: readonly Line[],
    approved: boolean,
    options: CallOptions,
  ) => Promise<{ readonly id: string; readonly number: string } | null>;
  /** Where the refusal of a line goes that names no field. */
  readonly column: string;
  /** Where the parts of a line are shown. */
  readonly partsColumn?: (line: Line) => string;
}

/** Head, lines, and the way they are saved. Lines live outside React: only what shows them draws with them. */
export function useDocumentForm<Head extends { readonly version: number | null }, Line>(
  start: Beginning<Head, Line>,
  rules: Rules<Head, Line>,
): DocumentForm<Head, Line> {
  const [head, setWhole] = useState(start.head);
  const [store] = useState(() => gridStore(rules.opened(start.lines)));
  const [edited, setEdited] = useState(start.key !== undefined);
  const [refusal, setRefusal] = useState<Refusal>(noRefusal);
  const [saving, setSaving] = useState(false);
  const key = useRef(start.key ?? newKey());
  const base = useRef(start.key === undefined ? start : null);
  const busy = useRef(false);
  const touched = useStore(store, () => store.grid().past.length > 0);
  const latest = useLatest(head);
  const wrong = useStore(store, () => wrongCells(store) !== null);
  // Said of cells: told as long as one of them is red.
  const mended = refusal.ofCells === true && !wrong;

  const save = async (approved: boolean, version?: number): Promise<SaveResult> => {
    if (busy.current) return { result: 'refused' };
    rules.settle(store);
    store.change(pardoned);
    const rows = rules.sent(store.grid().rows);
    const problem = rules.problem(latest(), rows, store);
    if (problem !== null) {
      setRefusal(problem);
      return { result: 'refused' };
    }
    busy.current = true;
    setSaving(true);
    setRefusal(noRefusal);
    try {
      const now = latest();
      const saved = await rules.send(
        { ...now, version: version ?? now.version },
        rows.map(({ value }) => value),
        approved,
        { key: key.current, quiet: true },
      );
      if (saved === null) return { result: 'refused' };
      key.current = newKey();
      return { result: 'saved', id: saved.id, number: saved.number };
    } catch (error) {
      if (isStale(error)) return { result: 'stale' };
      if (isKeyReused(error)) return { result: 'keyReused' };
      const keys = rows.map((row) => row.key);
      setRefusal(placeRefusal(error, store, keys, rules.column, rules.partsColumn));
      return { result: 'refused' };
    } finally {
      busy.current = false;
      setSaving(false);
    }
  };

  return {
    head,
    setHead: (change) => {
      setWhole((before) => ({ ...before, ...change }));
      setEdited(true);
      // What was refused of the head or the foot may be mended; a line's refusal stays with its cell.
      setRefusal((before) => (before.step === 'lines' ? before : noRefusal));
    },
    store,
    dirty: edited || touched,
    refusal: mended ? noRefusal : refusal,
    saving,
    key: useCallback(() => key.current, []),
    base: useCallback(() => base.current, []),
    save,
    restart: (next) => {
      store.reset(rules.opened(next.lines));
      // Another object even where it says the same, so that anyone who watches the head hears of it.
      setWhole({ ...next.head });
      setEdited(next.key !== undefined);
      base.current = next.key === undefined ? next : null;
      setRefusal(noRefusal);
      key.current = next.key ?? newKey();
    },
    renewKey: () => {
      key.current = newKey();
    },
  };
}
