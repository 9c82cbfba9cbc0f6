// Labels of log entries in both languages: subject, action and each changed field.
import { choiceLabel, fieldLabel, logActions, logSubjects } from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aWorld, openEveryPage } from '../../attack/testWorld.ts';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { changesBetween } from './changes.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
  await openEveryPage(server);
});
afterAll(() => server.stop());

const languages = ['zh-cn', 'en'] as const;
const wordless = (word: (language: (typeof languages)[number]) => string, code: string): boolean =>
  languages.some((language) => word(language) === code);
const nameless = (subject: string, fields: readonly string[]): string[] =>
  fields
    .filter((field) => !/^line \d+$/.test(field))
    .filter((field) => wordless((language) => fieldLabel(language, subject, field), field))
    .map((field) => `${subject}.${field}`);

/** The fields that an entry shows of a record with these columns. */
const shown = (columns: readonly string[]): string[] =>
  changesBetween(null, Object.fromEntries(columns.map((name) => [name, 'any']))).map(
    ({ field }) => field,
  );

test('every log subject and every log action has a label', () => {
  const words = [
    ...logSubjects.map((code) => ['subject', code] as const),
    ...logActions.map((code) => ['action', code] as const),
  ];
  expect(
    words.filter(([name, code]) => wordless((language) => choiceLabel(language, name, code), code)),
  ).toEqual([]);
});

test('every column of a fully logged record has a label', async () => {
  const { rows } = await sql<{ subject: string; columns: string[] }>`
    select c.relname as subject, array_agg(a.attname::text) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relname = any(${logSubjects})
    group by 1`.execute(server.database.admin);
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.flatMap(({ subject, columns }) => nameless(subject, shown(columns)))).toEqual([]);
});

test('every logged field of a filled company has a label', async () => {
  const prices = { purchase: '12.57', retail: '34.79', sale: '23.68', minimum: '19.63' };
  await aWorld(server, server.company, 'Told', prices);
  const { rows } = await sql<{ subject: string; before: unknown; after: unknown }>`
    select subject, before, after from audit_log`.execute(server.database.admin);
  expect(rows.length).toBeGreaterThan(50);
  const fields = rows.flatMap(({ subject, before, after }) =>
    nameless(
      subject,
      changesBetween(before, after).map(({ field }) => field),
    ),
  );
  expect([...new Set(fields)]).toEqual([]);
});
