import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { t } from '../phrase/index.ts';
import { goToRows, moveByRows } from './rowKeys.ts';

/** Keyboard access to rows: a skip button past filters and tools, visible when focused, and arrow keys. */
export function SkipToRows(): ReactNode {
  const skip = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const page = skip.current?.closest<HTMLElement>('.list-page');
    page?.addEventListener('keydown', moveByRows);
    return () => page?.removeEventListener('keydown', moveByRows);
  }, []);
  return (
    <button
      ref={skip}
      type="button"
      className="skip"
      onClick={({ currentTarget }) => goToRows(currentTarget.closest('.list-page'))}
    >
      {t('list.skip')}
    </button>
  );
}
