import { useCallback, useRef, useState } from 'react';
import { newKey } from '../../app/net/client.ts';
import type { CallOptions } from '../../app/net/client.ts';
import { useBringing } from '../../control/bringing.ts';
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
  /** It is being saved, or waits for files that are on their way into it. */
  readonly saving: boolean;
  readonly tellBringing: ReturnType<typeof useBringing>[1];
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

const refused: SaveResult = { result: 'refused' };

interface Written<Head, Line> {
  readonly store: GridStore<Line>;
  readonly rules: Rules<Head, Line>;
  readonly head: () => Head;
  readonly refuse: (refusal: Refusal) => void;
}

/** The rows that are to be sent; null where one of them or the head is wrong, which is said. */
function checked<Head, Line>({ store, rules, head, refuse }: Written<Head, Line>) {
  rules.settle(store);
  store.change(pardoned);
  const rows = rules.sent(store.grid().rows);
  const problem = rules.problem(head(), rows, store);
  refuse(problem ?? noRefusal);
  return problem === null ? rows : null;
}

/** Sends the rows once; what the server refuses of them goes to its place. */
async function sent<Head, Line>(
  { store, rules, refuse }: Written<Head, Line>,
  rows: readonly RowState<Line>[],
  send: (lines: readonly Line[]) => ReturnType<Rules<Head, Line>['send']>,
): Promise<SaveResult> {
  try {
    const saved = await send(rows.map(({ value }) => value));
    return saved === null ? refused : { result: 'saved', id: saved.id, number: saved.number };
  } catch (error) {
    if (isStale(error)) return { result: 'stale' };
    if (isKeyReused(error)) return { result: 'keyReused' };
    const keys = rows.map((row) => row.key);
    refuse(placeRefusal(error, store, keys, rules.column, rules.partsColumn));
    return refused;
  }
}

/** Saves what is written, one try at a time, with the same key until one came through. */
function useSending<Head extends { readonly version: number | null }, Line>(
  written: Written<Head, Line>,
  firstKey: string | undefined,
) {
  const { rules, head } = written;
  const key = useRef(firstKey ?? newKey());
  const [saving, setSaving] = useState(false);
  const busy = useRef(false);
  const [bringing, tellBringing] = useBringing();
  const save = async (approved: boolean, version?: number): Promise<SaveResult> => {
    if (busy.current || bringing) return refused;
    const rows = checked(written);
    if (rows === null) return refused;
    busy.current = true;
    setSaving(true);
    const now = { ...head(), version: version ?? head().version };
    const options = { key: key.current, quiet: true };
    try {
      const done = await sent(written, rows, (lines) => rules.send(now, lines, approved, options));
      if (done.result === 'saved') key.current = newKey();
      return done;
    } finally {
      busy.current = false;
      setSaving(false);
    }
  };
  const setKey = (next: string): void => {
    key.current = next;
  };
  return {
    key: useCallback(() => key.current, []),
    setKey,
    saving: saving || bringing,
    tellBringing,
    save,
  };
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
  const base = useRef(start.key === undefined ? start : null);
  const touched = useStore(store, () => store.grid().past.length > 0);
  const wrong = useStore(store, () => wrongCells(store) !== null);
  // Said of cells: told as long as one of them is red.
  const mended = refusal.ofCells === true && !wrong;
  const written = { store, rules, head: useLatest(head), refuse: setRefusal };
  const { setKey, ...sending } = useSending(written, start.key);

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
    ...sending,
    base: useCallback(() => base.current, []),
    restart: (next) => {
      store.reset(rules.opened(next.lines));
      // Another object even where it says the same, so that anyone who watches the head hears of it.
      setWhole({ ...next.head });
      setEdited(next.key !== undefined);
      base.current = next.key === undefined ? next : null;
      setRefusal(noRefusal);
      setKey(next.key ?? newKey());
    },
    renewKey: () => setKey(newKey()),
  };
}
