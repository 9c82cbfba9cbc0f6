import { useHotkeys } from 'react-hotkeys-hook';
import { useTabActions } from '../app/tabs/tabs.ts';

/** Handles a page's keys (`n, f2`) while the page is in front and nothing is being typed. */
export function usePageKeys(keys: string, act: () => void, enabled = true): void {
  const { inFront } = useTabActions();
  useHotkeys(keys, act, { enabled, preventDefault: true, ignoreEventWhen: () => !inFront() });
}
