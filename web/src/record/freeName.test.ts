import { afterEach, expect, test, vi } from 'vitest';
import {
  activities,
  categories,
  duplicateCheck,
  exchangeRates,
  openingDebts,
  people,
  priceLists,
  promotions,
  relations,
  tenantNameExists,
} from '@tradehouse/contract';
import type { FormInstance } from 'antd';
import * as client from '../app/net/client.ts';
import { CallError } from '../app/net/envelope.ts';
import { t } from '../phrase/index.ts';
import { codeQuestion, freeNameRule, freeValueRule } from './freeName.ts';
import type { RecordValues } from './recordTypes.ts';
import { sameUnitsQuestion } from './unitForm.ts';

afterEach(() => vi.restoreAllMocks());

const check = async (
  rule: ReturnType<typeof freeNameRule>,
  value: unknown,
  values: RecordValues = {},
): Promise<string> => {
  // SAFETY: the rule reads values of the form alone.
  const form = { getFieldsValue: () => values } as unknown as FormInstance;
  const built = typeof rule === 'function' ? rule(form) : rule;
  const { validator } = built as { validator: (rule: unknown, value: unknown) => Promise<void> };
  return validator({}, value).then(
    () => 'free',
    (error: Error) => error.message,
  );
};
const answer = (status: boolean) =>
  vi.spyOn(client, 'callEndpoint').mockResolvedValue({ status } as never);

test.each([
  ['promotions', promotions],
  ['activities', activities],
  ['price lists', priceLists],
  ['companies', { nameExists: tenantNameExists }],
] as const)('names of %s are checked while typing, except the own name', async (_, resource) => {
  const asked = answer(true);
  const rule = freeNameRule(resource, '7');
  expect(await check(rule, ' Taken ')).toBe(t('form.taken', { name: 'Taken' }));
  expect(asked.mock.calls[0]?.slice(0, 2)).toEqual([
    resource.nameExists,
    { name: 'Taken', id: '7' },
  ]);
  expect(await check(rule, '')).toBe('free');
  expect(asked).toHaveBeenCalledTimes(1);
  asked.mockResolvedValue({ status: false } as never);
  expect(await check(rule, 'New')).toBe('free');
});

test.each([
  ['the chosen type', people, { type: 'keeper', sort: 1 }, { type: 'keeper' }],
  ['the chosen parent', categories, { parentId: '5' }, { parentId: '5' }],
  ['the root without a parent', categories, { parentId: null }, {}],
  ['platform and shop', relations, { platform: 'A', shop: 'B' }, { platform: 'A', shop: 'B' }],
  ['the platform without a shop', relations, { platform: 'A', shop: '' }, { platform: 'A' }],
  ['the day', exchangeRates, { day: '2025-03-01' }, { day: '2025-03-01' }],
  ['the side of the partner', openingDebts, { partnerId: '3' }, { partnerId: '3' }],
] as const)('a name is checked within %s', async (_, resource, values, scope) => {
  const asked = answer(true);
  expect(await check(freeNameRule(resource, null), 'X', values)).toBe(
    t('form.taken', { name: 'X' }),
  );
  expect(asked.mock.calls[0]?.[1]).toEqual({ name: 'X', ...scope });
});

test('a name is not checked before a required part of the scope is chosen', async () => {
  const asked = answer(true);
  expect(await check(freeNameRule(people, null), 'X', { type: null })).toBe('free');
  expect(asked).not.toHaveBeenCalled();
});

test('a fixed value goes before the value of the form', async () => {
  const asked = answer(false);
  await check(freeNameRule(people, null, { type: 'finance' }), 'X', {});
  expect(asked.mock.calls[0]?.[1]).toEqual({ name: 'X', type: 'finance' });
});

test('a code is checked by the duplicate check, which refuses a used code', async () => {
  const asked = vi
    .spyOn(client, 'callEndpoint')
    .mockRejectedValue(new CallError(422, 602, 'taken') as never);
  const rule = freeValueRule(codeQuestion('brand.code'), '4');
  expect(await check(rule, 'B1')).toBe(t('form.taken', { name: 'B1' }));
  expect(asked.mock.calls[0]?.slice(0, 2)).toEqual([
    duplicateCheck,
    { tableName: 'brand', fieldName: 'code', fieldVal: 'B1', dataId: '4' },
  ]);
  asked.mockRejectedValue(new CallError(403, 403, 'denied') as never);
  expect(await check(rule, 'B1')).toBe('free');
  asked.mockResolvedValue(true as never);
  expect(await check(rule, 'B1')).toBe('free');
});

test('a unit group is checked by its generated name', async () => {
  const asked = vi
    .spyOn(client, 'callEndpoint')
    .mockRejectedValue(new CallError(422, 602, 'taken') as never);
  const rule = freeValueRule(sameUnitsQuestion, null);
  const name = 'pc/(box=12pc)';
  expect(await check(rule, 'pc', { subUnit: 'box', ratio: '12.0' })).toBe(
    t('form.taken', { name }),
  );
  expect(asked.mock.calls[0]?.[1]).toMatchObject({ tableName: 'unit', fieldVal: name });
  expect(await check(rule, 'pc', { subUnit: 'box', ratio: '' })).toBe('free');
});

test('a failed question refuses no name', async () => {
  vi.spyOn(client, 'callEndpoint').mockRejectedValue(new Error('offline'));
  expect(await check(freeNameRule(promotions, null), 'New')).toBe('free');
});
