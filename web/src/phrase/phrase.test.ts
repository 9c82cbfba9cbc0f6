import { debtTable, documentTables, fieldLabel, purchaseReviewTable } from '@tradehouse/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { en } from './en.ts';
import { fillPlaceholders, loadPhrases, t } from './index.ts';
import { zhCn } from './zh-cn.ts';

const placesIn = (sentence: string): readonly string[] =>
  [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').toSorted();

describe.each([
  ['en', 'Delete 3 selected?'],
  ['zh-cn', '删除所选 3 条？'],
] as const)('a phrase in %s', (language, sentence) => {
  beforeEach(() => loadPhrases(language));

  test('is filled with its facts', () => {
    expect(t('list.deleteAsk', { n: 3 })).toBe(sentence);
  });
});

test.each(Object.keys(en) as (keyof typeof en)[])('%s has equal facts in both languages', (key) => {
  expect(placesIn(zhCn[key])).toEqual(placesIn(en[key]));
});

test('a placeholder without a fact stays visible', () => {
  expect(fillPlaceholders('{a} and {b}', { a: 1 })).toBe('1 and {b}');
});

test.each(['number', 'time'] as const)(
  'every list labels a %s of documents like their editor',
  (name) => {
    const lists = [...Object.values(documentTables), debtTable, purchaseReviewTable];
    expect(lists.length).toBeGreaterThan(20);
    for (const { id } of lists) {
      expect(fieldLabel('zh-cn', id, name)).toBe(zhCn[`document.${name}`]);
      expect(fieldLabel('en', id, name)).toBe(en[`document.${name}`]);
    }
  },
);
