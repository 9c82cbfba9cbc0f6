import type { InterfaceLanguage } from '../app/session/language.ts';
import type { en } from './en.ts';

export type InterfacePhrases = { readonly [Key in keyof typeof en]: string };
export type PhraseKey = keyof typeof en;

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
type FactsOf<Key extends PhraseKey> = [NamesIn<(typeof en)[Key]>] extends [never]
  ? []
  : [facts: { readonly [Name in NamesIn<(typeof en)[Key]>]: string | number }];

let phrases: Partial<InterfacePhrases> = {};

type PhraseFile = { readonly en: InterfacePhrases } | { readonly zhCn: InterfacePhrases };

/** Imports the file of one language's phrases. */
export const importPhrases = (language: InterfaceLanguage): Promise<PhraseFile> =>
  language === 'en' ? import('./en.ts') : import('./zh-cn.ts');

/** Sets the phrases of `t`. */
export const setPhrases = (file: PhraseFile): void => {
  phrases = 'en' in file ? file.en : file.zhCn;
};

/** Loads one language's phrases; `t` uses the language from then on. */
export const loadPhrases = async (language: InterfaceLanguage): Promise<void> =>
  setPhrases(await importPhrases(language));

/** Loads only the phrases of the pages before the shell, which need a tenth of all. */
export async function loadSignInPhrases(language: InterfaceLanguage): Promise<void> {
  const signIn =
    language === 'en'
      ? (await import('./sign.en.ts')).signEn
      : (await import('./sign.zh-cn.ts')).signZhCn;
  phrases = { ...signIn, ...phrases };
}

/** Fills a phrase's {places}; a place without a fact remains visible, to be noticed. */
export const fillPlaceholders = (
  sentence: string,
  facts: Readonly<Record<string, string | number>>,
): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(facts[name] ?? place));

/** Returns a phrase in the chosen language; the compiler checks key and facts. */
export function t<Key extends PhraseKey>(key: Key, ...[facts]: FactsOf<Key>): string {
  const sentence = phrases[key] ?? key;
  return facts === undefined ? sentence : fillPlaceholders(sentence, facts);
}
