import { expect, test } from 'vitest';
import { documentTables } from './tables.ts';

test('the list of funds transfers names the paying account before the receiving accounts', () => {
  const names = Object.keys(documentTables.giro.columns);
  expect(names.indexOf('accountName')).toBe(names.indexOf('receivingAccounts') - 1);
});
