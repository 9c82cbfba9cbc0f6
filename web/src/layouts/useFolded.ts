import { useCallback, useState } from 'react';
import { storeValue, readStoredValue } from '../app/session/storage.ts';

/**
 * Returns whether the menu is collapsed, and a setter. On wide screens the collapsed menu shows icons, and
 * the state is remembered. On a phone the menu is a drawer, closed whenever the window narrows to phone
 * width.
 */
export function useFolded(phone: boolean): readonly [boolean, (folded: boolean) => void] {
  const [icons, setIcons] = useState(() => readStoredValue<boolean>('sidebarType') === true);
  const [drawn, setDrawn] = useState(false);
  if (!phone && drawn) setDrawn(false);
  const fold = useCallback(
    (folded: boolean): void => {
      if (phone) return setDrawn(!folded);
      storeValue('sidebarType', folded);
      return setIcons(folded);
    },
    [phone],
  );
  return [phone ? !drawn : icons, fold];
}
