import type { Button, MenuEntry } from '@tradehouse/contract';
import { createContext, useContext, useMemo } from 'react';
import { buttonsOfMenu } from './menu.ts';

export const MenuContext = createContext<readonly MenuEntry[]>([]);

/** The menu of the signed-in user. */
export const useMenu = (): readonly MenuEntry[] => useContext(MenuContext);

/** Tests the right to open a page or use a button. Codes are compared whole, never by substring. */
export function useMay(): (url: string, button?: Button) => boolean {
  const menu = useMenu();
  return useMemo(() => {
    const buttons = buttonsOfMenu(menu);
    return (url, button) => {
      const codes = buttons[url];
      return codes !== undefined && (button === undefined || codes.includes(button));
    };
  }, [menu]);
}
