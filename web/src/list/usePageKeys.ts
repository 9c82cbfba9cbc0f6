import { useHotkeys } from 'react-hotkeys-hook';
import { useTabs } from '../app/tabs/tabs.ts';

/** Answers keys of a page (`n, f2`) while it is in front and nothing is being typed. */
export function usePageKeys(keys: string, act: () => void, enabled = true): void {
  const { inFront } = useTabs();
  useHotkeys(keys, act, { enabled, preventDefault: true, ignoreEventWhen: () => !inFront() });
}
