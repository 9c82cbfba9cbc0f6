import { afterEach, expect, test, vi } from 'vitest';
import type { ProductInfo } from '@tradehouse/contract';
import { productExists } from '@tradehouse/contract';
import * as client from '../app/net/client.ts';
import { sameProductQuestion } from './sameProduct.ts';

afterEach(() => vi.restoreAllMocks());

const blank = { standard: '', model: '', color: '', maker: '' };
const noProperties = { propertyOne: '', propertyTwo: '', propertyThree: '' };

test('a product is checked by name, unit and identifying fields while a user types', async () => {
  const asked = vi.spyOn(client, 'callEndpoint').mockResolvedValue({ status: true } as never);
  const question = sameProductQuestion(null);
  const values = { model: ' A ', several: false, unitName: 'pc', unitId: '9' };
  expect(await question('Cup', null, values)).toBe(true);
  expect(asked.mock.calls[0]?.slice(0, 2)).toEqual([
    productExists,
    { ...blank, ...noProperties, name: 'Cup', model: 'A', unitName: 'pc' },
  ]);
  expect(question('Cup', null, { several: true, unitName: 'pc' })).toBeNull();
});

test('an unchanged duplicate keeps its name, a changed one is checked', async () => {
  const asked = vi.spyOn(client, 'callEndpoint').mockResolvedValue({ status: true } as never);
  const values = { ...blank, ...noProperties, several: false, unitName: 'pc' };
  // SAFETY: the question reads the identifying fields alone.
  const info = { ...values, id: '4', name: 'Cup', unitId: null } as unknown as ProductInfo;
  const question = sameProductQuestion(info);
  expect(question('Cup', '4', values)).toBeNull();
  expect(await question('Cup', '4', { ...values, color: 'red' })).toBe(true);
  expect(asked.mock.calls[0]?.[1]).toMatchObject({ id: '4', color: 'red' });
});
