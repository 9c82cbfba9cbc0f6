import type { Language } from '../app/session/language.ts';
import type { en } from './en.ts';

export type Phrases = { readonly [Key in keyof typeof en]: string };
export type PhraseKey = keyof typeof en;

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
type FactsOf<Key extends PhraseKey> = [NamesIn<(typeof en)[Key]>] extends [never]
  ? []
  : [facts: { readonly [Name in NamesIn<(typeof en)[Key]>]: string | number }];

let phrases: Partial<Phrases> = {};

/** Loads one language's sentences; `t` speaks it from then on. */
export async function loadPhrases(language: Language): Promise<void> {
  phrases = language === 'en' ? (await import('./en.ts')).en : (await import('./zh-cn.ts')).zhCn;
}

/** Puts facts into a sentence's {places}; a place without a fact stays visible, so it is noticed. */
export const filled = (
  sentence: string,
  facts: Readonly<Record<string, string | number>>,
): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(facts[name] ?? place));

/** A sentence of the interface in the chosen language. The compiler checks the key and its facts. */
export function t<Key extends PhraseKey>(key: Key, ...[facts]: FactsOf<Key>): string {
  const sentence = phrases[key] ?? key;
  return facts === undefined ? sentence : filled(sentence, facts);
}
