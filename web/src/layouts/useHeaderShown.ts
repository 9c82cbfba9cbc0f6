import type { RefObject } from 'react';
import { useEffect, useState } from 'react';
import type { HeaderPolicy, Scrolled } from './headerShown.ts';
import { headerShown } from './headerShown.ts';

const TOP: Scrolled = { top: 0, room: 0 };

/**
 * Tracks the header's visibility. `main` holds the pages; the scrolling element is the page or its rows, if
 * large enough. `frame` receives the scrolled pixels in `--scrolled`, for elements that move with the page.
 */
export function useHeaderShown(
  main: RefObject<HTMLElement | null>,
  policy: HeaderPolicy,
  page: string,
): boolean {
  const [state, setState] = useState({ page, policy, shown: true });
  useEffect(() => {
    const area = main.current;
    const frame = area?.closest<HTMLElement>('.shell');
    if (area === null || frame === null || frame === undefined) return undefined;
    frame.style.setProperty('--scrolled', '0px');
    let before = TOP;
    let shown = true;
    const scrolled = ({ target }: Event): void => {
      if (!(target instanceof HTMLElement) || target.clientHeight < area.clientHeight / 2) return;
      const now = { top: target.scrollTop, room: target.scrollHeight - target.clientHeight };
      shown = headerShown(policy, shown, before, now);
      before = now;
      frame.style.setProperty('--scrolled', `${now.top}px`);
      setState((last) =>
        last.page === page && last.policy === policy && last.shown === shown
          ? last
          : { page, policy, shown },
      );
    };
    area.addEventListener('scroll', scrolled, { capture: true, passive: true });
    return () => area.removeEventListener('scroll', scrolled, { capture: true });
  }, [main, policy, page]);
  return state.page !== page || state.policy !== policy || state.shown;
}
