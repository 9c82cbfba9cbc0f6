import { useCallback, useLayoutEffect, useRef } from 'react';

/** Returns a stable function returning the latest rendered value: for handlers that must not change. */
export function useLatest<T>(value: T): () => T {
  const ref = useRef(value);
  useLayoutEffect(() => {
    ref.current = value;
  }, [value]);
  return useCallback(() => ref.current, []);
}
