import { useCallback, useState } from 'react';
import { storeValue, readStoredValue } from '../app/session/storage.ts';

/**
 * Returns the menu's folded state and setter. Beside the pages it folds to icons, and the state is
 * remembered. On a phone it is a drawer, folded whenever the window narrows to phone width.
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
