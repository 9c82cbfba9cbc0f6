import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';

/** A ref that puts the cursor into an input once, when it is first drawn: the first field of a form that was asked for. */
export function useFocused<
  Input extends { readonly focus: () => void },
>(): RefObject<Input | null> {
  const input = useRef<Input>(null);
  useEffect(() => input.current?.focus(), []);
  return input;
}
