import { keep, recall } from './storage.ts';

export type Language = 'zh-cn' | 'en';

export const languages: readonly { readonly value: Language; readonly label: string }[] = [
  { value: 'zh-cn', label: '中文' },
  { value: 'en', label: 'English' },
];

/** The interface language, fixed while the page is open; Chinese unless chosen otherwise. */
export const language: Language =
  typeof localStorage !== 'undefined' && recall<string>('language') === 'en' ? 'en' : 'zh-cn';

/** Keeps the choice and reloads, since every sentence on the page changes (spec §2: after 300 ms). */
export function switchLanguage(next: Language): void {
  keep('language', next);
  setTimeout(() => globalThis.location.reload(), 300);
}
