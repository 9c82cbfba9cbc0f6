import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function, the same for life, that answers the value of the latest drawing: for handlers that must not be made again. */
export function useLatest<T>(value: T): () => T {
  const ref = useRef(value);
  useLayoutEffect(() => {
    ref.current = value;
  }, [value]);
  return useCallback(() => ref.current, []);
}
