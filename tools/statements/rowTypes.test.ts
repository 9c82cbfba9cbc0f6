import { expect, test } from 'vitest';
import { rowFaults, RowTypes } from './rowTypes.ts';

const sources = [
  {
    path: 'server/src/bill.ts',
    text: `import { sql } from 'kysely';
import type { Database } from '@tradehouse/database';
import type { Amount as Total, Named } from './named.ts';
type Kind = 'sale' | 'purchase';
interface Bill extends Named {
  readonly kind: Kind;
  readonly total: Total | null;
  readonly lines: readonly { readonly amount: string }[];
}
const bills = sql<Bill>\`select id, name, kind, total, lines from bill where id = \${1}\`;
const names = sql<Pick<Bill, 'name'> & { day?: string }>\`select name, day from bill\`;
const kinds = sql<Omit<Bill, 'name' | 'lines'>>\`select id, kind, total from bill\`;
const lines = sql<Bill['lines'][number]>\`select amount from line\`;
const table = sql<Selectable<Database['unit']>>\`select id, note from unit\`;
const all = sql<{ id: string }>\`select * from bill\`;
const flags = sql<Record<'open' | 'late', boolean>>\`select open, late from bill\`;
const computed = sql<RowOf<typeof billTable>>\`select computed from bill\`;
const text = sql<string>\`select name from text\`;
const once = sql<{ twice: string }>\`select twice\`;
const again = sql<{ twice: number }>\`select twice\`;
`,
  },
  {
    path: 'server/src/named.ts',
    text: `export type Amount = string;
export interface Named { readonly id: string; readonly name: string }`,
  },
  {
    path: 'database/src/generated.ts',
    text: `type Int8 = ColumnType<string, number>;
interface Unit { id: Generated<Int8>; note: Generated<string | null> }
export interface Database { unit: Unit }`,
  },
];
const types = new RowTypes(sources);
const faultsOf = (text: string, row: Record<string, unknown>) =>
  rowFaults(row, types.ofTemplate(text.split('?')));

const BILLS = 'select id, name, kind, total, lines from bill where id = ?';
const bill = { id: '1', name: 'A', kind: 'sale', total: null, lines: [] };

test.each<[string, Record<string, unknown>]>([
  [BILLS, bill],
  [BILLS, { ...bill, total: '1.00' }],
  ['select name, day from bill', { name: 'A', day: '2026-01-01' }],
  ['select name, day from bill', { name: 'A' }],
  ['select id, kind, total from bill', { id: '1', kind: 'sale', total: null }],
  ['select amount from line', { amount: '1.00' }],
  ['select id, note from unit', { id: '1', note: null }],
  ['select * from bill', { id: '1', name: 'A' }],
  ['select open, late from bill', { open: true, late: false }],
  ['select twice', { twice: '1' }],
  ['select twice', { twice: 1 }],
])('a row of the declared type has no fault: %s %j', (text, row) => {
  expect(types.ofTemplate(text.split('?'))).not.toEqual([]);
  expect(faultsOf(text, row)).toEqual([]);
});

test.each<[string, Record<string, unknown>, string]>([
  [BILLS, { ...bill, id: 1 }, '10: column id is number, but declared string'],
  [BILLS, { ...bill, name: null }, '10: column name is null, but declared string'],
  [BILLS, { ...bill, total: 1 }, '10: column total is number, but declared string | null'],
  [BILLS, { ...bill, lines: '[]' }, '10: column lines is string, but declared object'],
  [BILLS, { ...bill, nmae: 'A' }, '10: column nmae is selected, but not declared'],
  ['select name, day from bill', { day: '' }, '11: column name is declared, but not selected'],
  [
    'select id, note from unit',
    { id: 1, note: '' },
    '14: column id is number, but declared string',
  ],
  ['select * from bill', { name: 'A' }, '15: column id is declared, but not selected'],
  [
    'select open, late from bill',
    { open: null, late: true },
    '16: column open is null, but declared boolean',
  ],
  ['select twice', { twice: null }, '19: column twice is null, but declared string'],
])('a row of another type is a fault at the line of the template: %s %j', (text, row, fault) => {
  expect(faultsOf(text, row)).toEqual([`server/src/bill.ts:${fault}`]);
});

test.each(['select computed from bill', 'select name from text', 'select unknown', '?'])(
  'a statement without known fields has no row type: %s',
  (text) => expect(types.ofTemplate(text.split('?'))).toEqual([]),
);
