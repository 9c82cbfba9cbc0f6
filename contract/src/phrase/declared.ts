// What records and reports are called where they are declared, as the phrases of a language.
import { documentKinds } from '@tradehouse/domain';
import { purchaseReviewTable } from '../document/purchaseReview.ts';
import { documentTables } from '../document/tables.ts';
import type { RecordField } from '../record.ts';
import { records } from '../records.ts';
import { reports } from '../report/pages.ts';
import type { Column, Filter, Table } from '../table.ts';
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

const partnerTypes: readonly string[] = ['supplier', 'customer', 'member'];
/** Who is asked for by the partner of a list, where that is of one type alone. */
const askedFor = ({ id, filters: { organId } }: Table): readonly (readonly [string, string])[] =>
  organId === undefined || !partnerTypes.includes(organId.control)
    ? []
    : [[`${id}.organId`, organId.control]];

/** Partners by their type, where a list has those of one type alone; `words`: what a choice is called. */
export const partnerFields = (words: Words): Words => {
  const named = Object.values(documentTables).flatMap(({ id, kind }) => {
    const type = documentKinds[kind].partner?.type ?? 'any';
    return type === 'any' ? [] : [[`${id}.partnerName`, type] as const];
  });
  const review = [[`${purchaseReviewTable.id}.partnerName`, 'supplier']] as const;
  const asked = [...Object.values(documentTables), purchaseReviewTable, ...reports].flatMap(
    askedFor,
  );
  return Object.fromEntries(
    [...named, ...review, ...asked].map(([field, type]) => [field, words[`type.${type}`] ?? type]),
  );
};

/** Records as the log calls them. */
export const declaredChoices = (language: PhraseLanguage): Words =>
  Object.fromEntries(
    records.map(({ subject, called }) => [`subject.${subject}`, called[language]]),
  );
