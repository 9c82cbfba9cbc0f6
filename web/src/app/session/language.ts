import { storeValue, readStoredValue } from './storage.ts';

export type InterfaceLanguage = 'zh-cn' | 'en';

export const languages: readonly { readonly value: InterfaceLanguage; readonly label: string }[] = [
  { value: 'zh-cn', label: '中文' },
  { value: 'en', label: 'English' },
];

/** The interface language, fixed while the page is open; Chinese unless chosen otherwise. */
export const language: InterfaceLanguage =
  typeof localStorage !== 'undefined' && readStoredValue<string>('language') === 'en'
    ? 'en'
    : 'zh-cn';

/**
 * Reloads in another language after 300 ms, because every sentence on the page changes. The language is
 * stored as the page leaves: users may stay because of unsaved input. `onAsked` runs if the browser asks.
 */
export function switchLanguage(next: InterfaceLanguage, onAsked: () => void): void {
  setTimeout(() => {
    storeLanguageOnLeaving(next, onAsked);
    globalThis.location.reload();
  }, 300);
}

function storeLanguageOnLeaving(next: InterfaceLanguage, onAsked: () => void): void {
  const reload = new AbortController();
  const { signal } = reload;
  const store = (): void => void storeValue('language', next);
  const stay = (): void => reload.abort();
  const leave = (event: Event): void => {
    if (!event.defaultPrevented) return store();
    onAsked();
    // Answering the browser sends the page no event, but working on does.
    for (const work of ['pointerdown', 'keydown', 'beforeunload'])
      addEventListener(work, stay, { capture: true, signal });
  };
  addEventListener('beforeunload', leave, { once: true, signal });
  addEventListener('pagehide', store, { signal });
}
