import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';

/** Ref that focuses an input once, on first render: the first field of a requested form. */
export function useFocused<
  Input extends { readonly focus: () => void },
>(): RefObject<Input | null> {
  const input = useRef<Input>(null);
  useEffect(() => input.current?.focus(), []);
  return input;
}
