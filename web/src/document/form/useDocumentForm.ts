import { useCallback, useEffect, useRef, useState } from 'react';
import { newKey } from '../../app/net/client.ts';
import type { CallOptions } from '../../app/net/client.ts';
import { useFilesInProgress } from '../../control/bringing.ts';
import { gridStore } from '../grid/gridStore.ts';
import type { GridStore } from '../grid/gridStore.ts';
import { rereadAmountCells } from '../grid/gridState.ts';
import type { GridShape, RowState } from '../grid/gridState.ts';
import { settleTypedText } from '../grid/keys.ts';
import { useLatest } from '../grid/useLatest.ts';
import { useStore } from '../grid/useStore.ts';
import {
  isKeyReused,
  isStale,
  noRefusal,
  clearGridRefusals,
  placeRefusal,
  wrongCells,
} from '../draft/refusals.ts';
import type { SaveRefusal } from '../draft/refusals.ts';

export type SaveResult =
  | { readonly result: 'saved'; readonly id: string; readonly number: string }
  | { readonly result: 'refused' }
  /** Another user saved the document since read. */
  | { readonly result: 'stale' }
  /** An earlier try with this form's key reached the server. */
  | { readonly result: 'keyReused' };

/** Initial content of a form. */
interface DocumentFormStart<Head, Line> {
  readonly head: Head;
  readonly lines: readonly Line[];
  /** Idempotency-Key of a resumed draft, still unsaved. */
  readonly key?: string;
}

export interface DocumentForm<Head, Line> {
  readonly head: Head;
  readonly setHead: (change: Partial<Head>) => void;
  readonly store: GridStore<Line>;
  readonly dirty: boolean;
  readonly refusal: SaveRefusal;
  /** True while saving or waiting for uploads. */
  readonly saving: boolean;
  readonly tellBringing: ReturnType<typeof useFilesInProgress>[1];
  readonly key: () => string;
  /** Initial content; null for a resumed draft. */
  readonly base: () => DocumentFormStart<Head, Line> | null;
  readonly save: (approved: boolean, version?: number) => Promise<SaveResult>;
  /** Starts over: with another document, or blank. */
  readonly restart: (start: DocumentFormStart<Head, Line>) => void;
  /** Marks the next save as distinct from earlier tries. */
  readonly renewKey: () => void;
}

/** Differences between goods and money documents. */
interface DocumentFormRules<Head, Line> {
  /** Reads the amounts of the head again after a change of its currency. */
  readonly rereadAmounts: (head: Head) => Head;
  /** Returns the initial lines from the given lines. */
  readonly opened: (lines: readonly Line[]) => readonly Line[];
  /** Columns of the lines; they commit pending input, so the save includes the input. */
  readonly shape: GridShape<Line>;
  /** Returns the non-empty rows. */
  readonly sent: (rows: readonly RowState<Line>[]) => readonly RowState<Line>[];
  /** Completes lines that wait for a reply; a refusal where the reply failed. */
  readonly complete?: () => Promise<SaveRefusal | null>;
  /** Finds problems that the server would refuse, and reports each in place. */
  readonly problem: (
    head: Head,
    rows: readonly RowState<Line>[],
    store: GridStore<Line>,
  ) => SaveRefusal | null;
  /** Saves the document; null if the user cancelled. */
  readonly send: (
    head: Head,
    lines: readonly Line[],
    approved: boolean,
    options: CallOptions,
  ) => Promise<{ readonly id: string; readonly number: string } | null>;
  /** Column for line refusals without a field. */
  readonly column: string;
  /** Where the parts of a line are shown. */
  readonly partsColumn?: (line: Line) => string;
}

const refused: SaveResult = { result: 'refused' };

interface FormSaveContext<Head, Line> {
  readonly store: GridStore<Line>;
  readonly rules: DocumentFormRules<Head, Line>;
  readonly head: () => Head;
  readonly refuse: (refusal: SaveRefusal) => void;
}

/** Returns the rows to send; null after a reported fault in a row or the head. */
function checkFormRows<Head, Line>({ store, rules, head, refuse }: FormSaveContext<Head, Line>) {
  settleTypedText(store, rules.shape);
  store.change(clearGridRefusals);
  const rows = rules.sent(store.grid().rows);
  const problem = rules.problem(head(), rows, store);
  refuse(problem ?? noRefusal);
  return problem === null ? rows : null;
}

/** Sends the rows once; refusals are shown in place. */
async function sendFormRows<Head, Line>(
  { store, rules, refuse }: FormSaveContext<Head, Line>,
  rows: readonly RowState<Line>[],
  send: (lines: readonly Line[]) => ReturnType<DocumentFormRules<Head, Line>['send']>,
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

/** Saves the document, one try at a time, with the same key until a try succeeds. */
function useSending<Head extends { readonly version: number | null }, Line>(
  written: FormSaveContext<Head, Line>,
  firstKey: string | undefined,
) {
  const { rules, head } = written;
  const key = useRef(firstKey ?? newKey());
  const [saving, setSaving] = useState(false);
  const busy = useRef(false);
  const [bringing, tellBringing] = useFilesInProgress();
  const save = async (approved: boolean, version?: number): Promise<SaveResult> => {
    if (busy.current || bringing) return refused;
    if (checkFormRows(written) === null) return refused;
    busy.current = true;
    setSaving(true);
    try {
      const incomplete = (await rules.complete?.()) ?? null;
      if (incomplete !== null) {
        written.refuse(incomplete);
        return refused;
      }
      const rows = checkFormRows(written);
      if (rows === null) return refused;
      const now = { ...head(), version: version ?? head().version };
      const options = { key: key.current, quiet: true };
      const done = await sendFormRows(written, rows, (lines) =>
        rules.send(now, lines, approved, options),
      );
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

/** Holds head, lines and saving. Lines live outside React: only components showing lines redraw. */
export function useDocumentForm<
  Head extends { readonly version: number | null; readonly currency: string },
  Line,
>(
  start: DocumentFormStart<Head, Line>,
  rules: DocumentFormRules<Head, Line>,
): DocumentForm<Head, Line> {
  const [head, setWhole] = useState(start.head);
  const [store] = useState(() => gridStore(rules.opened(start.lines)));
  const [edited, setEdited] = useState(start.key !== undefined);
  const [refusal, setRefusal] = useState<SaveRefusal>(noRefusal);
  const base = useRef(start.key === undefined ? start : null);
  const touched = useStore(store, () => store.grid().past.length > 0);
  const wrong = useStore(store, () => wrongCells(store) !== null);
  // A cell refusal shows while any cell is marked.
  const mended = refusal.ofCells === true && !wrong;
  const written = { store, rules, head: useLatest(head), refuse: setRefusal };
  const { setKey, ...sending } = useSending(written, start.key);
  // Columns follow the currency of the document.
  const { shape } = rules;
  useEffect(() => store.change((grid) => rereadAmountCells(grid, shape)), [store, shape]);

  return {
    head,
    setHead: (change) => {
      setWhole((before) => {
        const after = { ...before, ...change };
        return after.currency === before.currency ? after : rules.rereadAmounts(after);
      });
      setEdited(true);
      // Edits may correct a head or foot refusal; a line's refusal stays with its cell.
      setRefusal((before) => (before.step === 'lines' ? before : noRefusal));
    },
    store,
    dirty: edited || touched,
    refusal: mended ? noRefusal : refusal,
    ...sending,
    base: useCallback(() => base.current, []),
    restart: (next) => {
      store.reset(rules.opened(next.lines));
      // A new object, even with equal content, so that observers of the head are notified.
      setWhole({ ...next.head });
      setEdited(next.key !== undefined);
      base.current = next.key === undefined ? next : null;
      setRefusal(noRefusal);
      setKey(next.key ?? newKey());
    },
    renewKey: () => setKey(newKey()),
  };
}
