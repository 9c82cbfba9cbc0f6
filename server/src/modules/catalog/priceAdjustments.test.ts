import { priceAdjustTable, priceAdjustments, products } from '@tradehouse/contract';
import type { PriceAdjustmentFields } from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createJobs } from '../../kernel/live/index.ts';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { catalogHandlers } from './index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});
afterAll(() => server.stop());

let next = 900_000;
/** A product whose one barcode sells for 10, at least for 8. */
async function aProduct(): Promise<{ readonly id: string; readonly barcodeId: string }> {
  next += 1;
  const { id } = await server.call(products.add, {
    name: `Priced ${next}`,
    unitName: 'piece',
    barcodes: [{ code: String(next), unit: 'piece', salePrice: '10', minimumPrice: '8' }],
  });
  const { barcodes } = await server.call(products.infoCall, { id });
  return { id, barcodeId: barcodes[0]?.id ?? '' };
}
const priceOf = async (id: string) =>
  (await server.call(products.infoCall, { id })).barcodes[0]?.salePrice;
const newSale = (
  barcodeId: string,
  newPrice: string,
  more: Partial<PriceAdjustmentFields> = {},
) => ({
  price: 'sale' as const,
  lines: [{ barcodeId, newPrice }],
  ...more,
});
const approve = (id: string) => server.call(priceAdjustments.approve, { ids: id });

describe('a price adjustment', () => {
  test('changes nothing until approval; the old price is read at approval', async () => {
    const { id, barcodeId } = await aProduct();
    const first = await server.call(priceAdjustments.add, newSale(barcodeId, '12'));
    expect(await priceOf(id)).toBe('10');
    const second = await server.call(
      priceAdjustments.add,
      newSale(barcodeId, '9', { status: '1', reason: 'Autumn' }),
    );
    expect(await priceOf(id)).toBe('9');
    await approve(first.id);
    expect(await priceOf(id)).toBe('12');
    expect(await server.call(priceAdjustments.infoCall, { id: first.id })).toMatchObject({
      number: expect.stringMatching(/^TJD\d{11}$/),
      status: '1',
      lines: [{ oldPrice: '9', newPrice: '12', minimumPrice: '8' }],
    });
    expect(await server.call(priceAdjustments.infoCall, { id: second.id })).toMatchObject({
      reason: 'Autumn',
      lines: [{ oldPrice: '10', newPrice: '9' }],
    });
  });

  test('is reversed only while the price is unchanged since', async () => {
    const { id, barcodeId } = await aProduct();
    const first = await server.call(
      priceAdjustments.add,
      newSale(barcodeId, '12', { status: '1' }),
    );
    const second = await server.call(
      priceAdjustments.add,
      newSale(barcodeId, '13', { status: '1' }),
    );
    expect(await server.refusal(priceAdjustments.unapprove, { ids: first.id })).toMatchObject({
      key: 'price.changed',
    });
    expect(await priceOf(id)).toBe('13');
    await server.call(priceAdjustments.unapprove, { ids: second.id });
    await server.call(priceAdjustments.unapprove, { ids: first.id });
    expect(await priceOf(id)).toBe('10');
  });

  test('below the minimum price requires confirmation; a new price below 0 is refused', async () => {
    const { id, barcodeId } = await aProduct();
    const low = await server.call(priceAdjustments.add, newSale(barcodeId, '7'));
    expect(await server.refusal(priceAdjustments.approve, { ids: low.id })).toMatchObject({
      key: 'price.belowMinimum',
      data: { line: 1, price: '7', minimum: '8' },
    });
    await server.call(priceAdjustments.approve, { ids: low.id, confirmed: true });
    expect(await priceOf(id)).toBe('7');
    expect(await server.refusal(priceAdjustments.add, newSale(barcodeId, '-1'))).toMatchObject({
      status: 400,
    });
  });

  test('is changed and deleted only before approval', async () => {
    const { barcodeId } = await aProduct();
    const { id, version } = await server.call(priceAdjustments.add, newSale(barcodeId, '11'));
    const saved = await server.call(priceAdjustments.update, {
      id,
      version,
      ...newSale(barcodeId, '14', { reason: 'Typo' }),
    });
    await approve(id);
    expect(
      await server.refusal(priceAdjustments.update, { ...newSale(barcodeId, '15'), ...saved }),
    ).toMatchObject({ key: 'record.stale' });
    expect(await server.refusal(priceAdjustments.removeBatch, { ids: id })).toMatchObject({
      key: 'price.approved',
    });
    expect(await server.refusal(priceAdjustments.approve, { ids: id })).toMatchObject({
      key: 'price.approved',
    });
    await server.call(priceAdjustments.unapprove, { ids: id });
    expect(await server.refusal(priceAdjustments.unapprove, { ids: id })).toMatchObject({
      key: 'price.notApproved',
    });
    expect(await server.call(priceAdjustments.removeBatch, { ids: id })).toEqual({ changed: 1 });
  });

  test('keeps reason and day when a change names neither', async () => {
    const { barcodeId } = await aProduct();
    const effectiveAt = new Date(Date.now() + 3_600_000).toISOString();
    const terms = { reason: 'Autumn', effectiveAt };
    const { id, version } = await server.call(
      priceAdjustments.add,
      newSale(barcodeId, '11', terms),
    );
    await server.call(priceAdjustments.update, { id, version, ...newSale(barcodeId, '12') });
    expect(await server.call(priceAdjustments.infoCall, { id })).toMatchObject(terms);
  });

  test('refuses a repeated or foreign barcode, and names the line', async () => {
    const { barcodeId } = await aProduct();
    const lines = [
      { barcodeId, newPrice: '11' },
      { barcodeId, newPrice: '12' },
    ];
    expect(await server.refusal(priceAdjustments.add, { price: 'sale', lines })).toMatchObject({
      key: 'record.missing',
      data: { line: 2 },
    });
    expect(
      await server.refusal(
        priceAdjustments.add,
        newSale(barcodeId, '11'),
        await server.signIn('other'),
      ),
    ).toMatchObject({ key: 'record.missing', data: { line: 1 } });
  });

  test('a future price adjustment takes effect once at its moment, unless unapproved', async () => {
    const [kept, dropped] = [await aProduct(), await aProduct()];
    const effectiveAt = new Date(Date.now() + 3_600_000).toISOString();
    const later = await server.call(
      priceAdjustments.add,
      newSale(kept.barcodeId, '20', { status: '1', effectiveAt }),
    );
    const never = await server.call(
      priceAdjustments.add,
      newSale(dropped.barcodeId, '20', { status: '1', effectiveAt }),
    );
    await server.call(priceAdjustments.unapprove, { ids: never.id });
    expect(await priceOf(kept.id)).toBe('10');
    const state = async (search: object) => {
      const reply = await server.request('GET', priceAdjustTable.path, { search });
      return reply.json<{ data: { rows: { adjustStatus: string }[] } }>().data.rows;
    };
    expect(await state({ productId: kept.id })).toMatchObject([{ adjustStatus: 'waiting' }]);
    const jobs = await createJobs({
      connection: server.database.connections.worker,
      handlers: catalogHandlers(server.app.kernel.db),
      log: server.app.log,
    });
    try {
      const { tenantId } = server.company;
      await server.arrange(server.company, async (tx) => {
        await sql`update price_adjustment set effective_at = now() where tenant_id = ${tenantId} and id = any(${[later.id, never.id]}::bigint[])`.execute(
          tx,
        );
        await sql`update outbox set due_at = now() where tenant_id = ${tenantId} and topic = 'priceAdjustment.due'`.execute(
          tx,
        );
      });
      await expect.poll(() => priceOf(kept.id)).toBe('20');
    } finally {
      await jobs.stop();
    }
    expect(await priceOf(dropped.id)).toBe('10');
    expect(await state({ productId: kept.id })).toMatchObject([
      { adjustStatus: '1', oldPrice: '10', newPrice: '20', difference: '10', change: '100' },
    ]);
  });

  test('is hidden, with its history, from users without rights to the price', async () => {
    const { id, barcodeId } = await aProduct();
    const { id: adjustment } = await server.call(priceAdjustments.add, newSale(barcodeId, '12'));
    await server.addUser({ loginName: 'blind', role: 'manager', hideAmounts: true });
    const blind = await server.signIn('blind');
    const reply = await server.request(
      'GET',
      priceAdjustTable.path,
      { search: { productId: id } },
      blind,
    );
    expect(reply.json()).toMatchObject({ data: { total: 0 } });
    expect(
      await server.refusal(priceAdjustments.infoCall, { id: adjustment }, blind),
    ).toMatchObject({ key: 'record.missing' });
    expect(
      await server.refusal(priceAdjustments.add, newSale(barcodeId, '1'), blind),
    ).toMatchObject({ key: 'access.denied' });
    expect(
      await server.refusal(priceAdjustments.candidates, { price: 'sale' }, blind),
    ).toMatchObject({ key: 'access.denied' });
  });

  test('prevents the deletion of its products', async () => {
    const { id, barcodeId } = await aProduct();
    await server.call(priceAdjustments.add, newSale(barcodeId, '12'));
    expect(await server.refusal(products.remove, { id })).toMatchObject({
      key: 'record.inUse',
      data: { place: 'price_adjustment', usedBy: expect.stringMatching(/^TJD/) },
    });
  });
});
