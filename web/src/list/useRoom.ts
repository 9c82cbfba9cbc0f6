import type { RefCallback } from 'react';
import { useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** As wide as the last table was: pages stand in the same place, so that most are right at once. */
let last = 0;

/**
 * How many pixels wide a box is inside, and the ref that tells it. It is read before the box is first painted; a change of its
 * size is drawn with it, so that nothing is seen to jump.
 */
export function useRoom(): readonly [number, RefCallback<HTMLElement>] {
  const [room, setRoom] = useState(last);
  const known = useRef(room);
  const box = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const tell = (width: number): boolean => {
      if (width === 0 || width === known.current) return false;
      known.current = width;
      last = width;
      return true;
    };
    if (tell(element.clientWidth)) setRoom(known.current);
    const watch = new ResizeObserver(() => {
      if (tell(element.clientWidth)) flushSync(() => setRoom(known.current));
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return [room, box];
}
