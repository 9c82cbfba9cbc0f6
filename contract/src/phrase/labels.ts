import { documentKinds } from '@tradehouse/domain';
import * as english from './en.ts';
import * as chinese from './zh-cn.ts';

export type PhraseLanguage = 'zh-cn' | 'en';

type Words = Readonly<Record<string, string>>;
const phrases: Readonly<
  Record<PhraseLanguage, { readonly fields: Words; readonly choices: Words }>
> = {
  'zh-cn': chinese,
  en: english,
};

/** What a column or filter is called in a table: its own word there, else the common one, else its name. */
export const fieldLabel = (language: PhraseLanguage, table: string, name: string): string =>
  phrases[language].fields[`${table}.${name}`] ?? phrases[language].fields[name] ?? name;

/** Is there a word for it? Tests ask, so that no column goes untitled. */
export const hasFieldLabel = (table: string, name: string): boolean =>
  Object.hasOwn(english.fields, `${table}.${name}`) || Object.hasOwn(english.fields, name);

const kinds: Readonly<Record<string, { readonly name: Words } | undefined>> = documentKinds;

/** What a choice of a column is called; a choice without a word is shown as it is. */
export const choiceLabel = (language: PhraseLanguage, name: string, choice: string): string =>
  phrases[language].choices[`${name}.${choice}`] ??
  phrases[language].choices[choice] ??
  kinds[choice]?.name[language] ??
  choice;
