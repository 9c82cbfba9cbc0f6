import { expect, test } from 'vitest';
import { readProjectFile, readSourcesBelow } from './sources.ts';
import { isTestFile } from './syntax.ts';
import {
  foreignUses,
  isReadByRule,
  ownedTables,
  readExceptions,
  writeExceptions,
} from './tables.ts';

const sources = readSourcesBelow('server/src', ['.ts']).filter(({ path }) => !isTestFile(path));

test('every table of the database has a single owner among the modules', () => {
  expect(ownedTables).toHaveLength(new Set(ownedTables).size);
  const declared =
    readProjectFile('database/src/database.generated.ts').split('export interface Database')[1] ??
    '';
  const tables = [...declared.matchAll(/^  (\w+): /gm)]
    .map(([, name = '']) => name)
    // Views of roll-ups, and the progress of migrations.
    .filter((name) => !/^whole_|^unfolded_(?!posting$)|^backfill$/.test(name));
  expect(tables.toSorted()).toEqual([...ownedTables].toSorted());
});

test('a module writes the tables of other modules only by the listed exceptions', () => {
  expect(foreignUses(sources, 'writes')).toEqual(writeExceptions);
});

test('a module reads the tables of other modules only by rule or by the listed exceptions', () => {
  const reads = foreignUses(sources, 'reads').filter((use) => !isReadByRule(use));
  expect(reads).toEqual(readExceptions);
});

test.each([
  ['bank', 'sql`update bank_row set x = 1`', []],
  ['report', 'sql`update bank_row set x = 1`', ['report: bank_row']],
  ['report', 'sql`insert into\n  bank_row (id)`', ['report: bank_row']],
  ['report', "tx.deleteFrom('bank_row')", ['report: bank_row']],
  ['report', "addRows(context, 'bank_row', rows)", ['report: bank_row']],
  ['report', "export const rows = bulkWriter('bank_row');", ['report: bank_row']],
  ['report', 'recordWriter(brands, { reads: {} })', ['report: brand']],
  [
    'report',
    "table: 'unit' | 'lot'\nsql`delete from ${sql.table(table)}`",
    ['report: lot', 'report: unit'],
  ],
  ['report', 'sql`select from bank_row for update`', []],
] as const)('%s writes by %s the foreign tables %j', (module, text, found) => {
  const path = `server/src/modules/${module}/a.ts`;
  expect(foreignUses([{ path, text }], 'writes')).toEqual(found);
});

test.each([
  ['bank', 'sql`select from bank_row`', []],
  [
    'money',
    'sql`select from bank_row join sku_cost on true`',
    ['money: bank_row', 'money: sku_cost'],
  ],
  ['money', 'sql`left join whole_trade_period p on true`', ['money: trade_period']],
  ['money', "tx.selectFrom('bank_row as r')", ['money: bank_row']],
  ['money', "query.innerJoin('bank_row', on)", ['money: bank_row']],
  ['money', "const t = 'bank_row';\nsql`select from ${sql.table(t)}`", ['money: bank_row']],
  ['money', 'sql`insert into bank_row (id)`', []],
] as const)('%s reads by %s the foreign tables %j', (module, text, found) => {
  const path = `server/src/modules/${module}/a.ts`;
  expect(foreignUses([{ path, text }], 'reads')).toEqual(found);
});
