// What records are called where they are declared, as the phrases of a language.
import type { RecordField } from '../record.ts';
import { plainRecords, recordsByHand } from '../records.ts';
import type { PhraseLanguage } from './called.ts';

type Words = Readonly<Record<string, string>>;
const records = [...plainRecords, ...recordsByHand];

/** Fields as a list, a form and the log call them. */
export const declaredFields = (language: PhraseLanguage): Words =>
  Object.fromEntries(
    records.flatMap(({ table, subject, declares }) =>
      Object.entries<RecordField>(declares).flatMap(([name, { called }]) =>
        called === undefined
          ? []
          : [table.id, subject].map((place) => [`${place}.${name}`, called[language]]),
      ),
    ),
  );

/** Records as the log calls them. */
export const declaredChoices = (language: PhraseLanguage): Words =>
  Object.fromEntries(
    records.map(({ subject, called }) => [`subject.${subject}`, called[language]]),
  );
