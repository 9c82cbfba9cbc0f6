import { useEffect, useRef, useState } from 'react';
import { getNotices } from '../../app/notices.ts';
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
  /** Abandoned drafts, latest first, until taken or dropped. */
  readonly offered: readonly NamedDraft<Head, Line>[];
  /** Resumes a draft. The form's current content is stored as a separate draft. */
  readonly take: (draft: NamedDraft<Head, Line>) => void;
  readonly discard: (draft: NamedDraft<Head, Line>) => void;
  /** The document is saved, or given up on purpose. */
  readonly drop: () => void;
  /** Called before the form changes content: the current content remains as an offered draft. */
  readonly setAside: () => void;
}

type LocalDraftForm<Head, Line> = Pick<
  DocumentForm<Head, Line>,
  'head' | 'store' | 'dirty' | 'key' | 'restart'
>;

/** Warned once: further input would not survive closing the window. */
let toldFull = false;
function tellFull(): void {
  if (!toldFull) void getNotices().message.warning(t('document.draft.full'));
  toldFull = true;
}

/** Stores a form after a pause in line changes, and at once when the page closes; returns the cleanup. */
function scheduleDraftSaves(
  { subscribe }: Pick<GridStore<unknown>, 'subscribe'>,
  keep: () => void,
) {
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
    // The form closed or its head changed: pending input is stored now.
    keepNow();
    globalThis.removeEventListener('pagehide', keepNow);
  };
}

/** Stores a form while unsaved. */
function useDraftAutosave<Head, Line>(
  { head, store, dirty }: LocalDraftForm<Head, Line>,
  write: () => void,
) {
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
    return scheduleDraftSaves(store, latest.current);
  }, [head, store, dirty]);
  const rest = (): void => {
    rests.current = true;
  };
  return { keep, rest };
}

/** Stores an unsaved form in this browser, and offers earlier drafts. */
export function useLocalDraft<Head, Line>(
  place: string,
  form: LocalDraftForm<Head, Line>,
): KeptDrafts<Head, Line> {
  const { head, store, dirty, key, restart } = form;
  const id = useRef<string | null>(null);
  id.current ??= heldDraft(place) ?? newDraftId(place);
  const [offered, setOffered] = useState(() => draftsAt<Head, Line>(place));
  const { keep, rest } = useDraftAutosave(form, () => {
    if (id.current === null) return;
    holdDraft(place, id.current);
    if (!keepDraft(id.current, { head, lines: store.values(), key: key(), at: Date.now() }))
      tellFull();
  });

  /** Stores the form's content and switches to another draft. */
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
