// Phrases of a language from names declared with records and reports.
import { documentKinds } from '@tradehouse/domain';
import { purchaseReviewTable } from '../document/purchaseReview.ts';
import { documentTables } from '../document/tables.ts';
import { carrierCallTable } from '../logistics/carrierCalls.ts';
import type { RecordField } from '../record.ts';
import { records } from '../records.ts';
import { reports } from '../report/pages.ts';
import type { TableColumn, Filter, TableDeclaration } from '../table.ts';
import type { PhraseLanguage } from './called.ts';

type DeclaredWords = Readonly<Record<string, string>>;

type PhrasedFields = Readonly<Record<string, RecordField | TableColumn | Filter>>;
/** Collects names declared for one place. */
const collectFieldWords = (language: PhraseLanguage, place: string, fields: PhrasedFields) =>
  Object.entries(fields).flatMap(([name, { called }]) =>
    called === undefined ? [] : [[`${place}.${name}`, called[language]] as const],
  );

/** Collects declared field names, for lists, forms, log and reports. */
export const declaredFields = (language: PhraseLanguage): DeclaredWords =>
  Object.fromEntries([
    ...records.flatMap(({ table, subject, declares }) =>
      [table.id, subject].flatMap((place) => collectFieldWords(language, place, declares)),
    ),
    ...[...reports, carrierCallTable].flatMap(({ id, columns, filters }) =>
      [columns, filters].flatMap((fields) => collectFieldWords(language, id, fields)),
    ),
  ]);

const partnerTypes: readonly string[] = ['supplier', 'customer', 'member'];
/** Returns the partner filter's type if a list has one type only. */
const askedFor = ({
  id,
  filters: { organId },
}: TableDeclaration): readonly (readonly [string, string])[] =>
  organId === undefined || !partnerTypes.includes(organId.control)
    ? []
    : [[`${id}.organId`, organId.control]];

/** Names partner fields by type in lists of one type; `words` are the choices' words. */
export const partnerFields = (words: DeclaredWords): DeclaredWords => {
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

/** Collects the log's names of records. */
export const declaredChoices = (language: PhraseLanguage): DeclaredWords =>
  Object.fromEntries(
    records.map(({ subject, called }) => [`subject.${subject}`, called[language]]),
  );
