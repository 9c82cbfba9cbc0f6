// What records and reports are called where they are declared, as the phrases of a language.
import type { RecordField } from '../record.ts';
import { records } from '../records.ts';
import { reports } from '../report/pages.ts';
import type { Column, Filter } from '../table.ts';
import type { PhraseLanguage } from './called.ts';

type Words = Readonly<Record<string, string>>;

type Named = Readonly<Record<string, RecordField | Column | Filter>>;
/** What is called a word of its own in a place. */
const calledIn = (language: PhraseLanguage, place: string, fields: Named) =>
  Object.entries(fields).flatMap(([name, { called }]) =>
    called === undefined ? [] : [[`${place}.${name}`, called[language]] as const],
  );

/** Fields as a list, a form and the log call them, and what reports show and ask. */
export const declaredFields = (language: PhraseLanguage): Words =>
  Object.fromEntries([
    ...records.flatMap(({ table, subject, declares }) =>
      [table.id, subject].flatMap((place) => calledIn(language, place, declares)),
    ),
    ...reports.flatMap(({ id, columns, filters }) =>
      [columns, filters].flatMap((fields) => calledIn(language, id, fields)),
    ),
  ]);

/** Records as the log calls them. */
export const declaredChoices = (language: PhraseLanguage): Words =>
  Object.fromEntries(
    records.map(({ subject, called }) => [`subject.${subject}`, called[language]]),
  );
