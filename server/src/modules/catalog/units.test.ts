import { allUnits, products, units } from '@tradehouse/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});
afterAll(() => server.stop());

const box = { baseUnit: '个', subUnit: '箱', ratio: '12' };

test.each([
  [box, '个/(箱=12个)'],
  [
    { ...box, subUnit: '盒', ratio: '10', subUnitTwo: '箱', ratioTwo: '100' },
    '个/(盒=10个)/(箱=100个)',
  ],
  [{ baseUnit: 'kg', subUnit: 'bag', ratio: '2.5' }, 'kg/(bag=2.5kg)'],
])('the unit group %j is named %s', async (fields, name) => {
  const { id } = await server.call(units.add, fields);
  expect(await server.call(units.infoCall, { id })).toMatchObject({ name, used: false });
});

test.each([
  [{ ...box, ratio: '1' }, 'unit.ratio', 'ratio'],
  [{ ...box, ratio: '0.5' }, 'unit.ratio', 'ratio'],
  [{ ...box, ratio: '1.2345' }, 'request.field', 'ratio'],
  [{ ...box, subUnit: '个' }, 'unit.same', 'subUnit'],
  [{ ...box, subUnitTwo: '箱', ratioTwo: '24' }, 'unit.same', 'subUnitTwo'],
  [{ ...box, subUnitTwo: '盒' }, 'unit.incomplete', 'ratioTwo'],
  [{ ...box, subUnitThree: '盒', ratioThree: '24' }, 'unit.incomplete', 'subUnitTwo'],
  [{ ...box, baseUnit: '' }, 'request.field', 'baseUnit'],
])('the unit group %j is refused: %s', async (fields, key, field) => {
  expect(await server.refusal(units.add, fields)).toMatchObject({ key, data: { field } });
});

describe('a unit used by products', () => {
  test('keeps its ratios and cannot be deleted', async () => {
    const { id, version } = await server.call(units.add, { ...box, baseUnit: '支' });
    await server.call(products.add, {
      name: 'Pen',
      unitId: id,
      barcodes: [
        { code: '5001', unit: '支' },
        { code: '5002', unit: '箱' },
      ],
    });
    expect(
      await server.refusal(units.update, { id, version, ...box, baseUnit: '支', ratio: '24' }),
    ).toMatchObject({ key: 'unit.used' });
    expect(await server.refusal(units.remove, { id })).toMatchObject({
      key: 'record.inUse',
      data: { usedBy: 'Pen' },
    });
    await server.call(units.update, {
      id,
      version,
      ...box,
      baseUnit: '支',
      ratio: '12.000',
      enabled: false,
    });
    expect((await server.call(allUnits, {})).map((unit) => unit.id)).not.toContain(id);
  });
});

test('the unit list shows each sub unit with its ratio', async () => {
  const reply = await server.request('GET', units.table.path, { search: { name: 'kg' } });
  expect(reply.json()).toMatchObject({
    data: {
      total: 1,
      rows: [{ baseUnit: 'kg', subUnit: 'bag=2.5kg', subUnitTwo: null, products: 0 }],
    },
  });
});

test('a select offers the units of a group, the base unit first', async () => {
  const [group] = (await server.call(allUnits, {})).filter(({ name }) => name === 'kg/(bag=2.5kg)');
  expect(group?.units).toEqual([
    { unit: 'kg', ratio: '1' },
    { unit: 'bag', ratio: '2.5' },
  ]);
});
