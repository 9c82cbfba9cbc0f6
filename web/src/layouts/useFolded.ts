import { useCallback, useState } from 'react';
import { keep, recall } from '../app/session/storage.ts';

/**
 * Whether the menu is folded, and how to fold it. Beside the pages it folds to its icons, which is remembered; on a phone it
 * is a drawer over them, folded each time the window becomes as narrow as one.
 */
export function useFolded(phone: boolean): readonly [boolean, (folded: boolean) => void] {
  const [icons, setIcons] = useState(() => recall<boolean>('sidebarType') === true);
  const [drawn, setDrawn] = useState(false);
  if (!phone && drawn) setDrawn(false);
  const fold = useCallback(
    (folded: boolean): void => {
      if (phone) return setDrawn(!folded);
      keep('sidebarType', folded);
      return setIcons(folded);
    },
    [phone],
  );
  return [phone ? !drawn : icons, fold];
}
