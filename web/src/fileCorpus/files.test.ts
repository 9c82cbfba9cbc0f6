// Files in the formats of banks, shops and carriers, each with the expected rows or refusal.
import { beforeAll, describe, expect, test } from 'vitest';
import { loadPhrases } from '../phrase/index.ts';
import { bankMessages } from './testBankMessages.ts';
import { carriers } from './testCarriers.ts';
import { chineseBanks } from './testChineseBanks.ts';
import { foreignBanks } from './testForeignBanks.ts';
import { invoiceLists } from './testInvoices.ts';
import { readBank, readFreight, readInvoices, readShop } from './testReadings.ts';
import type { FileCase } from './testReadings.ts';
import { shops } from './testShops.ts';

beforeAll(() => loadPhrases('en'));

/** Cases by their titles: the file, and what is expected of it. */
const titled = (...cases: readonly FileCase[]) =>
  cases.map((each) => [each.source, each.expected.join('; '), each] as const);

describe('lists of banks and payment services', () => {
  test.each(titled(...chineseBanks, ...foreignBanks, ...bankMessages))(
    '%s, is read as: %s',
    (_, __, { content, expected }) => expect(readBank(content())).toEqual(expected),
  );
});

describe('orders of shops and platforms', () => {
  test.each(titled(...shops))('%s, is read as: %s', (_, __, { content, expected }) =>
    expect(readShop(content())).toEqual(expected),
  );
});

describe('bills of carriers', () => {
  test.each(titled(...carriers))('%s, is read as: %s', (_, __, { content, expected }) =>
    expect(readFreight(content())).toEqual(expected),
  );
});

describe('lists of invoices', () => {
  test.each(titled(...invoiceLists))('%s, is read as: %s', (_, __, { content, expected }) =>
    expect(readInvoices(content())).toEqual(expected),
  );
});
