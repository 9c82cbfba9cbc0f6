import { useEffect, useRef, useState } from 'react';
import { session } from '../../app/session.ts';
import { forgetDraft, keepDraft, recallDraft } from './localDraft.ts';
import type { LocalDraft } from './localDraft.ts';
import type { DocumentForm } from './useDocumentForm.ts';

/** Milliseconds without a change before a form is kept. */
const REST = 600;

export interface KeptDraft<Head, Line> {
  /** What an earlier visit left behind, until the user takes or drops it. */
  readonly offered: LocalDraft<Head, Line> | null;
  readonly dismiss: () => void;
  /** The document is saved, or given up on purpose. */
  readonly drop: () => void;
}

/** Keeps a form in this browser while it has unsaved input, and offers what an earlier visit left. */
export function useLocalDraft<Head, Line>(
  place: string,
  form: Pick<DocumentForm<Head, Line>, 'head' | 'store' | 'dirty' | 'key'>,
): KeptDraft<Head, Line> {
  const user = session()?.user.id ?? '0';
  const [offered, setOffered] = useState(() => recallDraft<Head, Line>(user, place));
  const { head, store, dirty, key } = form;
  const dropped = useRef(false);

  useEffect(() => {
    if (!dirty) return;
    dropped.current = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = (): void => {
      clearTimeout(timer);
      if (!dropped.current)
        keepDraft(user, place, { head, lines: store.values(), key: key(), at: Date.now() });
    };
    const later = (): void => {
      clearTimeout(timer);
      timer = setTimeout(write, REST);
    };
    later();
    const stop = store.subscribe(later);
    globalThis.addEventListener('pagehide', write);
    return () => {
      stop();
      // The page goes out of sight or the head changed: what is pending is kept now.
      write();
      globalThis.removeEventListener('pagehide', write);
    };
  }, [user, place, head, store, dirty, key]);

  return {
    offered,
    dismiss: () => {
      setOffered(null);
      if (!dirty) forgetDraft(user, place);
    },
    drop: () => {
      dropped.current = true;
      forgetDraft(user, place);
    },
  };
}
