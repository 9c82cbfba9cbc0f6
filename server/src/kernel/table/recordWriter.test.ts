import { is, defineRecord } from '@tradehouse/contract';
import { expect, test } from 'vitest';
import { recordWriter } from './recordWriter.ts';

const declared = {
  id: 'no',
  subject: 'warehouse',
  called: { 'zh-cn': '无', en: 'None' },
  path: '/no',
  page: '/system/depot',
} as const;
const none = defineRecord({ ...declared, fields: { name: { is: is.words, keeps: 'no_column' } } });
const lost = defineRecord({ ...declared, fields: { name: { is: is.words, reads: 'both' } } });

test('a writer with an unknown or unread column does not compile', () => {
  // @ts-expect-error no such column
  expect(recordWriter(none, { reads: {} }).table).toBe('warehouse');
  // @ts-expect-error nothing reads it
  expect(recordWriter(lost, { reads: {} }).table).toBe('warehouse');
});
