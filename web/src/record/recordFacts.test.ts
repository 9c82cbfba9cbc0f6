import { expect, test } from 'vitest';
import { listDifferences } from '../control/conflict.ts';
import { t } from '../phrase/index.ts';
import { sidesOf } from './recordFacts.ts';

const fields = [
  { name: 'name', label: 'Name' },
  { name: 'leader', label: 'Leader' },
  { name: 'accountId', label: 'Account' },
  { name: 'remark', label: 'Remark' },
  {
    name: 'barcodes',
    label: 'Barcode',
    row: {
      called: 'code',
      parts: [
        { name: 'unit', label: 'Unit' },
        { name: 'price', label: 'Price' },
      ],
    },
  },
] as const;

const before = {
  name: 'Pens',
  leader: false,
  accountId: '7',
  accountName: 'Cash',
  remark: '',
  barcodes: [
    { code: '101', unit: 'pc', price: '5' },
    { code: '102', unit: 'box', price: '50' },
  ],
};
const told = (theirs: object, mine: object) =>
  listDifferences(sidesOf(fields, before, { ...before, ...theirs }, { ...before, ...mine }));

test('a record changed by two users is listed field by field, in the reader’s language', () => {
  const theirs = { leader: true, accountId: '8', accountName: 'Bank' };
  expect(told(theirs, { name: 'Ink' })).toEqual([
    { label: 'Name', theirs: 'Pens', mine: 'Ink', by: 'mine' },
    { label: 'Leader', theirs: t('flag.yes'), mine: t('flag.no'), by: 'theirs' },
    { label: 'Account', theirs: 'Bank', mine: 'Cash', by: 'theirs' },
  ]);
});

test('changed rows are listed by their key, with old and new values', () => {
  const theirs = { barcodes: [before.barcodes[1], { code: '103', unit: 'pc', price: '6' }] };
  const mine = { barcodes: [before.barcodes[0], { ...before.barcodes[1], price: '55' }] };
  expect(told(theirs, mine)).toEqual([
    { label: 'Barcode 101', theirs: '', mine: 'Unit pc · Price 5', by: 'theirs' },
    {
      label: 'Barcode 102',
      theirs: 'Unit box · Price 50',
      mine: 'Unit box · Price 55',
      by: 'mine',
    },
    { label: 'Barcode 103', theirs: 'Unit pc · Price 6', mine: '', by: 'theirs' },
  ]);
});

test('an empty value and an absent value are equal', () => {
  expect(told({ remark: undefined }, { remark: null })).toEqual([]);
});

test('a changed choice with an unknown name is listed as a change', () => {
  expect(told({}, { accountId: '9' })).toEqual([
    { label: 'Account', theirs: 'Cash', mine: t('stale.chosen'), by: 'mine' },
  ]);
});
