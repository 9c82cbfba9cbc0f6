import type { RefCallback } from 'react';
import { useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Width of the last table in pixels: pages have equal layouts, so the first width is usually right. */
let last = 0;

/**
 * Returns a box's inner width in pixels and its ref. Measured before the first paint; size changes are
 * drawn with the box, so that nothing jumps.
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
