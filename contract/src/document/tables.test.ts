import { expect, test } from 'vitest';
import { documentTables } from './tables.ts';

test('the list of funds transfers names the paying account before the receiving accounts', () => {
  const names = Object.keys(documentTables.giro.columns);
  expect(names.indexOf('accountName')).toBe(names.indexOf('receivingAccounts') - 1);
});

test('lists of goods without money leave the amount out while every amount is 0', () => {
  for (const kind of ['assemble', 'disassemble', 'transfer', 'otherIn', 'otherOut'] as const)
    expect(documentTables[kind].columns['goodsAmount'], kind).toMatchObject({ zeroIsNone: true });
  expect(documentTables.saleOut.columns['goodsAmount']).not.toHaveProperty('zeroIsNone');
});

test('lists of assemblies show the goods made, and the sum of goods and parts only on request', () => {
  for (const kind of ['assemble', 'disassemble'] as const) {
    const { madeGoods, totalQuantity } = documentTables[kind].columns;
    expect(madeGoods).toMatchObject({ matters: 'most' });
    expect(totalQuantity).toMatchObject({ optional: true });
  }
  expect(documentTables.transfer.columns['totalQuantity']).not.toHaveProperty('optional');
});
