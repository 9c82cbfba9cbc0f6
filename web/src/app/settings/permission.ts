import type { Button, MenuEntry } from '@tradehouse/contract';
import { createContext, useContext, useMemo } from 'react';
import { buttonsOf } from './menu.ts';

export const MenuContext = createContext<readonly MenuEntry[]>([]);

/** The menu of the signed-in user. */
export const useMenu = (): readonly MenuEntry[] => useContext(MenuContext);

/** Tells whether a page may be opened, or one of its buttons used. Codes are whole words, never searched within each other. */
export function useMay(): (url: string, button?: Button) => boolean {
  const menu = useMenu();
  return useMemo(() => {
    const buttons = buttonsOf(menu);
    return (url, button) => {
      const codes = buttons[url];
      return codes !== undefined && (button === undefined || codes.includes(button));
    };
  }, [menu]);
}
