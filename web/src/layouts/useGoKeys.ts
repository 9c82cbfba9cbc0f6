import type { MenuEntry } from '@tradehouse/contract';
import { useEffect, useEffectEvent } from 'react';
import { HOME, pagesOfMenu } from '../app/settings/menu.ts';

/** Where `g` and then a letter lead. */
const places: Readonly<Record<string, string>> = {
  h: HOME,
  p: '/bill/purchase_in',
  s: '/bill/sale_out',
  r: '/bill/retail_out',
  i: '/financial/money_in',
  o: '/financial/money_out',
  m: '/material/material',
  k: '/report/material_stock',
  c: '/system/customer',
  v: '/system/vendor',
};

/** Milliseconds that `g` waits for a letter. */
const PATIENCE = 1500;

/** Returns true if a field takes letters, or a dialog waits for an answer. */
const isKeyInUse = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable="true"], .ant-modal') !== null;

/** Opens a menu page on `g` and a letter, except during typing. */
export function useGoKeys(menu: readonly MenuEntry[], open: (url: string) => void): void {
  const go = useEffectEvent((letter: string): void => {
    const url = places[letter];
    if (url !== undefined && pagesOfMenu(menu).some((page) => page.url === url)) open(url);
  });
  useEffect(() => {
    let since = Number.NEGATIVE_INFINITY;
    const pressed = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isKeyInUse(event)) return;
      const letter = event.key.toLowerCase();
      if (letter === 'g') {
        since = event.timeStamp;
        return;
      }
      const asked = event.timeStamp - since < PATIENCE;
      since = Number.NEGATIVE_INFINITY;
      if (!asked || places[letter] === undefined) return;
      event.preventDefault();
      go(letter);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
}
