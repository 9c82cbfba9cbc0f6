import { documentKinds } from '@tradehouse/domain';
import type { PhraseLanguage } from './called.ts';
import { declaredChoices, declaredFields, partnerFields } from './declared.ts';
import * as english from './en.ts';
import * as chinese from './zh-cn.ts';

type Words = Readonly<Record<string, string>>;
/** The word for a name that anybody may have sent: what every object has by birth is no word. */
const wordOf = (words: Words, name: string): string | undefined =>
  Object.hasOwn(words, name) ? words[name] : undefined;

interface Phrases {
  readonly fields: Words;
  readonly choices: Words;
}
/** What rows are by in the second place is called as in the first. */
const secondly = (choices: Words): Words =>
  Object.fromEntries(
    Object.entries(choices).flatMap(([key, word]) =>
      key.startsWith('level.') ? [[key.replace('level', 'second'), word]] : [],
    ),
  );
const withDeclared = (language: PhraseLanguage, { fields, choices }: Phrases): Phrases => ({
  fields: { ...partnerFields(choices), ...fields, ...declaredFields(language) },
  choices: { ...choices, ...secondly(choices), ...declaredChoices(language) },
});
const phrases: Readonly<Record<PhraseLanguage, Phrases>> = {
  'zh-cn': withDeclared('zh-cn', chinese),
  en: withDeclared('en', english),
};

/** What a column or filter is called in a table: its own word there, else the common one, else its name. */
export const fieldLabel = (language: PhraseLanguage, table: string, name: string): string =>
  wordOf(phrases[language].fields, `${table}.${name}`) ??
  wordOf(phrases[language].fields, name) ??
  name;

/** Is there a word for it? Tests ask, so that no column goes untitled. */
export const hasFieldLabel = (table: string, name: string): boolean =>
  wordOf(phrases.en.fields, `${table}.${name}`) !== undefined ||
  wordOf(phrases.en.fields, name) !== undefined;

const kindNames = (language: PhraseLanguage): Words =>
  Object.fromEntries(
    Object.entries(documentKinds).map(([kind, { name }]) => [kind, name[language]]),
  );
const kinds = { 'zh-cn': kindNames('zh-cn'), en: kindNames('en') };

/** What a table is called in which a record is named; a document by its kind. */
export const placeLabel = (language: PhraseLanguage, place: string): string =>
  phrases[language].choices[`place.${place}`] ?? choiceLabel(language, 'subject', place);

/** What a choice of a column is called; a choice without a word is shown as it is. */
export const choiceLabel = (language: PhraseLanguage, name: string, choice: string): string =>
  wordOf(phrases[language].choices, `${name}.${choice}`) ??
  wordOf(phrases[language].choices, choice) ??
  wordOf(kinds[language], choice) ??
  choice;
