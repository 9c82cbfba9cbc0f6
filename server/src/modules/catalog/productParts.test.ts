import { barcodesForLine, products } from '@tradehouse/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});
afterAll(() => server.stop());

let next = 710_000;
interface Made {
  readonly id: string;
  readonly version: number;
  readonly code: string;
  readonly barcodeId: string;
}
type PartInput = { readonly barcodeId: string; readonly quantity: string };

async function made(name: string, parts?: readonly PartInput[]): Promise<Made> {
  const code = String((next += 1));
  const { id, version } = await server.call(products.add, {
    name,
    unitName: 'piece',
    barcodes: [{ code, unit: 'piece' }],
    ...(parts === undefined ? {} : { parts: [...parts] }),
  });
  const { barcodes } = await server.call(products.infoCall, { id });
  return { id, version, code, barcodeId: barcodes[0]?.id ?? '' };
}
const part = ({ barcodeId }: Made, quantity = '1'): PartInput => ({ barcodeId, quantity });
const change = ({ id, version, code, barcodeId }: Made, parts?: readonly PartInput[]) => ({
  id,
  version,
  barcodes: [{ id: barcodeId, code, unit: 'piece' }],
  ...(parts === undefined ? {} : { parts: [...parts] }),
});
const partsOf = async ({ id }: Made) =>
  (await server.call(products.infoCall, { id })).parts.map(({ barcode, quantity }) => [
    barcode,
    quantity,
  ]);

test('a bill of materials is saved in order, replaced and removed, and stays when not named', async () => {
  const [cup, lid] = [await made('Cup'), await made('Lid')];
  const set = await made('Cup with lid', [part(lid, '1'), part(cup, '0.25')]);
  expect(await partsOf(set)).toEqual([
    [lid.code, '1'],
    [cup.code, '0.25'],
  ]);
  const second = await server.call(products.update, { name: 'Cup with lid', ...change(set) });
  expect(await partsOf(set)).toHaveLength(2);
  const third = await server.call(products.update, {
    name: 'Cup with lid',
    ...change({ ...set, ...second }, [part(cup, '2')]),
  });
  expect(await partsOf(set)).toEqual([[cup.code, '2']]);
  await server.call(products.update, {
    name: 'Cup with lid',
    ...change({ ...set, ...third }, []),
  });
  expect(await partsOf(set)).toEqual([]);
  expect(await server.database.violations()).toEqual([]);
});

test('unknown and repeated parts are refused by line', async () => {
  const cup = await made('Repeated cup');
  const refusalOf = (...parts: readonly PartInput[]) =>
    server.refusal(products.add, {
      name: 'Refused',
      unitName: 'piece',
      barcodes: [{ code: String((next += 1)), unit: 'piece' }],
      parts: [...parts],
    });
  const place = { field: 'parts', line: 2 };
  expect(await refusalOf(part(cup), { barcodeId: '999999', quantity: '1' })).toMatchObject({
    key: 'record.missing',
    data: place,
  });
  expect(await refusalOf(part(cup), part(cup))).toMatchObject({
    key: 'product.partTwice',
    data: { barcode: cup.code, ...place },
  });
  expect((await refusalOf(part(cup, '0'))).status).toBe(400);
});

test('a product cannot contain itself, directly or through parts', async () => {
  const inner = await made('Inner');
  const middle = await made('Middle', [part(inner)]);
  const outer = await made('Outer', [part(middle)]);
  const spare = await made('Spare');
  for (const whole of [inner, middle, outer])
    expect(
      await server.refusal(products.update, {
        name: 'Inner',
        ...change(inner, [part(spare), part(whole)]),
      }),
    ).toMatchObject({
      key: 'product.partCycle',
      data: { barcode: whole.code, field: 'parts', line: 2 },
    });
  await server.call(products.update, { name: 'Inner', ...change(inner, [part(spare)]) });
  expect(await server.database.violations()).toEqual([]);
});

test('two simultaneous saves do not close a circle of parts', async () => {
  const [one, other] = [await made('Round one'), await made('Round other')];
  const saves = await Promise.allSettled([
    server.call(products.update, { name: 'Round one', ...change(one, [part(other)]) }),
    server.call(products.update, { name: 'Round other', ...change(other, [part(one)]) }),
  ]);
  expect(saves.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('a barcode in a bill of materials stays, and so does the product', async () => {
  const screw = await made('Screw');
  await made('Shelf with screws', [part(screw, '8')]);
  expect(await server.refusal(products.remove, { id: screw.id })).toMatchObject({
    key: 'record.inUse',
    data: { name: 'Screw', usedBy: 'Shelf with screws' },
  });
  expect(
    (
      await server.refusal(products.update, {
        name: 'Screw',
        ...change(screw),
        barcodes: [{ code: String((next += 1)), unit: 'piece' }],
      })
    ).key,
  ).toBe('barcode.used');
});

test('a line look-up offers the parts for one unit of the barcode', async () => {
  const cup = await made('Offered cup');
  const set = await made('Offered set', [part(cup, '1.5')]);
  const [found] = await server.call(barcodesForLine, { barCode: set.code, kind: 'assemble' });
  expect(found?.parts).toEqual([{ barcode: cup.code, quantity: '1.5' }]);
  const [plain] = await server.call(barcodesForLine, { barCode: cup.code, kind: 'assemble' });
  expect(plain?.parts).toEqual([]);
});
