import { useEffect, useRef, useState } from 'react';
import { notices } from '../../app/notices.ts';
import { t } from '../../phrase/index.ts';
import {
  draftsAt,
  forgetDraft,
  heldDraft,
  holdDraft,
  keepDraft,
  letGoOfDraft,
  newDraftId,
} from '../draft/localDraft.ts';
import type { NamedDraft } from '../draft/localDraft.ts';
import type { GridStore } from '../grid/gridStore.ts';
import type { DocumentForm } from './useDocumentForm.ts';

/** Milliseconds without a change before a form is kept. */
const REST = 600;

export interface KeptDrafts<Head, Line> {
  /** What earlier visits left behind, the latest first, until each is taken or dropped. */
  readonly offered: readonly NamedDraft<Head, Line>[];
  /** Goes on with one of them. What stands in the form is kept as a draft of its own. */
  readonly take: (draft: NamedDraft<Head, Line>) => void;
  readonly discard: (draft: NamedDraft<Head, Line>) => void;
  /** The document is saved, or given up on purpose. */
  readonly drop: () => void;
  /** The form is about to hold something else: what it holds stays as a draft, offered from now on. */
  readonly setAside: () => void;
}

type Form<Head, Line> = Pick<
  DocumentForm<Head, Line>,
  'head' | 'store' | 'dirty' | 'key' | 'restart'
>;

/** Said once: what is typed from here on would not survive the window. */
let toldFull = false;
function tellFull(): void {
  if (!toldFull) void notices().message.warning(t('document.draft.full'));
  toldFull = true;
}

/** Keeps a form once its lines were left alone for a while, and at once when the page closes; answers what ends that. */
function keeping({ subscribe }: Pick<GridStore<unknown>, 'subscribe'>, keep: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keepNow = (): void => {
    clearTimeout(timer);
    keep();
  };
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(keepNow, REST);
  };
  later();
  const stop = subscribe(later);
  globalThis.addEventListener('pagehide', keepNow);
  return () => {
    stop();
    // The form closed or its head changed: what is pending is kept now.
    keepNow();
    globalThis.removeEventListener('pagehide', keepNow);
  };
}

/** Keeps a form while it has unsaved input. */
function useKeeping<Head, Line>({ head, store, dirty }: Form<Head, Line>, write: () => void) {
  /** Nothing is kept until the next change: the form was saved, or holds another draft now. */
  const rests = useRef(false);
  const keep = (): void => {
    if (!rests.current) write();
  };
  const latest = useRef(keep);
  useEffect(() => {
    latest.current = keep;
  });
  useEffect(() => {
    if (!dirty) return;
    rests.current = false;
    return keeping(store, latest.current);
  }, [head, store, dirty]);
  const rest = (): void => {
    rests.current = true;
  };
  return { keep, rest };
}

/** Keeps a form in this browser while it has unsaved input, and offers what earlier visits left. */
export function useLocalDraft<Head, Line>(
  place: string,
  form: Form<Head, Line>,
): KeptDrafts<Head, Line> {
  const { head, store, dirty, key, restart } = form;
  const id = useRef<string | null>(null);
  id.current ??= heldDraft(place) ?? newDraftId(place);
  const [offered, setOffered] = useState(() => draftsAt<Head, Line>(place));
  const { keep, rest } = useKeeping(form, () => {
    if (id.current === null) return;
    holdDraft(place, id.current);
    if (!keepDraft(id.current, { head, lines: store.values(), key: key(), at: Date.now() }))
      tellFull();
  });

  /** What the form holds is kept; from now on it writes another draft. */
  const goOver = (to: string): void => {
    if (dirty) keep();
    rest();
    id.current = to;
  };
  const look = (): void => setOffered(draftsAt<Head, Line>(place));
  return {
    offered,
    take: (draft) => {
      goOver(draft.id);
      holdDraft(place, draft.id);
      restart(draft);
      look();
    },
    discard: ({ id: gone }) => {
      forgetDraft(gone);
      look();
    },
    setAside: () => {
      goOver(newDraftId(place));
      letGoOfDraft(place);
      look();
    },
    drop: () => {
      rest();
      if (id.current !== null) forgetDraft(id.current);
      letGoOfDraft(place);
      id.current = newDraftId(place);
    },
  };
}
