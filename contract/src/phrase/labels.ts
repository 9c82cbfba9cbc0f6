import { documentKinds } from '@tradehouse/domain';
import type { PhraseLanguage } from './called.ts';
import { declaredChoices, declaredFields, partnerFields } from './declared.ts';
import * as english from './en.ts';
import * as chinese from './zh-cn.ts';

type LabelPhraseWords = Readonly<Record<string, string>>;
/** Looks up an untrusted name; inherited properties don't count. */
const lookUpWord = (words: LabelPhraseWords, name: string): string | undefined =>
  Object.hasOwn(words, name) ? words[name] : undefined;

interface LabelPhrases {
  readonly fields: LabelPhraseWords;
  readonly choices: LabelPhraseWords;
}
/** Titles the second level of rows like the first. */
const deriveSecondLevelWords = (choices: LabelPhraseWords): LabelPhraseWords =>
  Object.fromEntries(
    Object.entries(choices).flatMap(([key, word]) =>
      key.startsWith('level.') ? [[key.replace('level', 'second'), word]] : [],
    ),
  );
const withDeclared = (
  language: PhraseLanguage,
  { fields, choices }: LabelPhrases,
): LabelPhrases => ({
  fields: { ...partnerFields(choices), ...fields, ...declaredFields(language) },
  choices: { ...choices, ...deriveSecondLevelWords(choices), ...declaredChoices(language) },
});
const phrases: Readonly<Record<PhraseLanguage, LabelPhrases>> = {
  'zh-cn': withDeclared('zh-cn', chinese),
  en: withDeclared('en', english),
};

/** Returns a field's title: the table's own, else the common one, else its name. */
export const fieldLabel = (language: PhraseLanguage, table: string, name: string): string =>
  lookUpWord(phrases[language].fields, `${table}.${name}`) ??
  lookUpWord(phrases[language].fields, name) ??
  name;

/** Returns true if a field has a title; tests use it, so that no column lacks one. */
export const hasFieldLabel = (table: string, name: string): boolean =>
  lookUpWord(phrases.en.fields, `${table}.${name}`) !== undefined ||
  lookUpWord(phrases.en.fields, name) !== undefined;

const kindNames = (language: PhraseLanguage): LabelPhraseWords =>
  Object.fromEntries(
    Object.entries(documentKinds).map(([kind, { name }]) => [kind, name[language]]),
  );
const kinds = { 'zh-cn': kindNames('zh-cn'), en: kindNames('en') };

/** Returns the title of a record's table; for a document, its kind. */
export const placeLabel = (language: PhraseLanguage, place: string): string =>
  phrases[language].choices[`place.${place}`] ?? choiceLabel(language, 'subject', place);

/** Returns a choice's word, else the choice. */
export const choiceLabel = (language: PhraseLanguage, name: string, choice: string): string =>
  lookUpWord(phrases[language].choices, `${name}.${choice}`) ??
  lookUpWord(phrases[language].choices, choice) ??
  lookUpWord(kinds[language], choice) ??
  choice;
