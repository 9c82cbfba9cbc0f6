import { useEffect } from 'react';

/** Lets the browser ask before the page goes, while something would be lost with it. */
export function useUnloadQuestion(asks: boolean): void {
  useEffect(() => {
    if (!asks) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    globalThis.addEventListener('beforeunload', ask);
    return () => globalThis.removeEventListener('beforeunload', ask);
  }, [asks]);
}
