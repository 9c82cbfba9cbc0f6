import { afterEach, expect, test, vi } from 'vitest';
import { activities, priceLists, promotions, tenantNameExists } from '@tradehouse/contract';
import * as client from '../app/net/client.ts';
import { t } from '../phrase/index.ts';
import { freeNameRule } from './freeName.ts';

afterEach(() => vi.restoreAllMocks());

const check = async (
  resource: Parameters<typeof freeNameRule>[0],
  id: string | null,
  value: unknown,
): Promise<string> => {
  const rule = freeNameRule(resource, id) as {
    validator: (rule: unknown, value: unknown) => Promise<void>;
  };
  return rule.validator({}, value).then(
    () => 'free',
    (error: Error) => error.message,
  );
};

test.each([
  ['promotions', promotions],
  ['activities', activities],
  ['price lists', priceLists],
  ['companies', { nameExists: tenantNameExists }],
] as const)('names of %s are checked while typing, except the own name', async (_, resource) => {
  const asked = vi.spyOn(client, 'callEndpoint').mockResolvedValue({ status: true } as never);
  expect(await check(resource, '7', ' Taken ')).toBe(t('form.taken', { name: 'Taken' }));
  expect(asked.mock.calls[0]?.slice(0, 2)).toEqual([
    resource.nameExists,
    { name: 'Taken', id: '7' },
  ]);
  expect(await check(resource, null, '')).toBe('free');
  expect(asked).toHaveBeenCalledTimes(1);
  asked.mockResolvedValue({ status: false } as never);
  expect(await check(resource, null, 'New')).toBe('free');
});

test('a failed question refuses no name', async () => {
  vi.spyOn(client, 'callEndpoint').mockRejectedValue(new Error('offline'));
  expect(await check(promotions, null, 'New')).toBe('free');
});
