import { useSyncExternalStore } from 'react';

/** Up to this width the layout is a phone's, in pixels. */
export const PHONE = 450;

export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
    // Drawn without a screen.
    () => false,
  );

export const usePhone = (): boolean => useMedia(`(max-width: ${PHONE}px)`);
