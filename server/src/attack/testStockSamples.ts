// Inputs for the calls of stock control: counts in each of their states, locks, activities, and goods to be graded.
import {
  activities,
  approveCount,
  finishCount,
  goodsDocuments,
  gradeGoods,
  lockTable,
  products,
  replenishmentStart,
  startCount,
  enterCount,
} from '@tradehouse/contract';
import { sql } from 'kysely';
import { one } from './testSample.ts';
import type { Input, Samples } from './testSample.ts';
import type { World } from './testWorld.ts';

const DAY = 86_400_000;

export function stockSamples(world: World): Samples {
  const { server, token, ids, barcodes, code, company, word } = world;
  const warehouseId = ids.warehouse;
  const spot = async (): Promise<{ skuId: string; warehouseId: string }> => {
    const reply = await server.request(
      'GET',
      lockTable.path,
      { search: { keyword: barcodes.plain, warehouses: [warehouseId] } },
      token,
    );
    const { data } = reply.json<{ data: { rows: readonly { skuId: string }[] } }>();
    return { skuId: data.rows[0]?.skuId ?? '0', warehouseId };
  };
  const begun = () => server.call(startCount, { warehouseId, remark: word() }, token);
  const counted = async (): Promise<string> => {
    const { id } = await begun();
    const entries = [{ code: barcodes.plain, quantity: '1' }];
    await server.call(enterCount, { id, entries }, token);
    return id;
  };
  const finished = async (): Promise<string> => {
    const { id } = await begun();
    await server.call(finishCount, { id }, token);
    return id;
  };
  const posted = async (): Promise<string> => {
    const id = await finished();
    await server.call(approveCount, { ids: id }, token);
    return id;
  };
  const activity = () => ({
    name: word(),
    beginsAt: new Date(Date.now() - DAY).toISOString(),
    endsAt: new Date(Date.now() + DAY).toISOString(),
    remark: word(),
    lines: [{ barcode: barcodes.plain, warehouseId, quantity: '1' }],
  });
  const opened = () => server.call(activities.add, activity(), token);
  /** One that never held anything, and may go. */
  const planned = () => server.call(activities.add, { ...activity(), lines: [] }, token);
  const broughtUngraded = async (): Promise<string> => {
    const input = world.goodsInput('purchaseIn');
    const [line] = input.lines;
    const lines = [
      {
        barcode: barcodes.plain,
        warehouseId,
        quantity: '2',
        unitPrice: line?.unitPrice ?? '1',
        allocations: [{ stockType: 'ungraded' as const }],
      },
    ];
    return (await server.call(goodsDocuments.add, { ...input, lines }, token)).id;
  };
  const ungraded = async (): Promise<Input & { skuId: string; warehouseId: string }> => {
    await broughtUngraded();
    return { ...(await spot()), formal: { quantity: '1' }, reason: word() };
  };
  const { coverDays, serviceLevel, method, leadDays, reviewDays, history } = replenishmentStart;
  /** Goods of a product that no order names: nothing is on the way, whatever others order meanwhile. */
  const unordered = async (): Promise<string> => {
    const input = { name: word(), unitName: 'piece', barcodes: [{ code: code(), unit: 'piece' }] };
    const { id } = await server.call(products.add, input, token);
    return server.arrange(company, async (tx) => {
      const { rows } = await sql<{ id: string }>`
        select id from sku where tenant_id = ${company.tenantId} and product_id = ${id}`.execute(
        tx,
      );
      return rows[0]?.id ?? '';
    });
  };
  /** A revaluation taken back: nothing is left to reverse. */
  const takenBack = async (): Promise<Input> =>
    server.arrange(company, async (tx) => {
      const { rows } = await sql<{ id: string }>`
        insert into revaluation (tenant_id, day, deposits, user_id, taken_back_at, remark)
        values (${company.tenantId}, '2001-01-01', true, ${company.ownerId}, now(), ${word()})
        returning id::text`.execute(tx);
      return { id: rows[0]?.id ?? '' };
    });
  const items = { day: '2001-01-01', deposits: true, rates: [] };
  return {
    'GET /replenishment/explain': one('a proposal', async () => ({
      skuId: await unordered(),
      coverDays,
      serviceLevel,
      method,
      leadDays,
      reviewDays,
      history,
    })),
    'GET /replenishment/backTest': one('a past year', () => ({
      coverDays,
      serviceLevel,
      method,
      leadDays,
      reviewDays,
      history,
    })),
    'POST /replenishment/make': one('a requisition', async () => ({
      kind: 'purchaseRequest',
      lines: [{ skuId: await unordered(), quantity: '1', coming: '0' }],
    })),
    'POST /revaluation/preview': one('open items', () => items),
    // On that day nothing was open.
    'POST /revaluation/post': one('nothing', () => ({ ...items, reverse: true }), 422),
    'POST /revaluation/reverse': one('one taken back', takenBack, 422),
    'POST /revaluation/takeBack': one('one taken back', takenBack, 422),
    'POST /stockCheck/add': one('open a count', () => ({ warehouseId, remark: word() })),
    'GET /stockCheck/info': one('a count', async () => ({ id: await counted() })),
    'POST /stockCheck/enter': one('count', async () => ({
      id: (await begun()).id,
      entries: [{ code: barcodes.plain }],
    })),
    'POST /stockCheck/clear': one('count again', async () => ({
      id: await counted(),
      lineIds: ['1'],
    })),
    'POST /stockCheck/countRest': one('the rest', async () => ({ id: (await begun()).id })),
    'POST /stockCheck/finish': one('finish', async () => ({ id: (await begun()).id })),
    'POST /stockCheck/reopen': one('reopen', async () => ({ id: await finished() })),
    'POST /stockCheck/audit': one('approve', async () => ({ ids: await finished() })),
    'POST /stockCheck/reverseAudit': one('reverse', async () => ({ ids: await posted() })),
    'DELETE /stockCheck/deleteBatch': one('delete', async () => ({ ids: (await begun()).id })),
    'POST /stockLock/set': one('lock', async () => ({
      ...(await spot()),
      quantity: '1',
      remark: word(),
    })),
    'POST /activity/add': one('an activity', activity),
    'PUT /activity/update': one('change an activity', async () => ({
      ...activity(),
      ...(await opened()),
    })),
    'GET /activity/info': one('an activity', async () => ({ id: (await opened()).id })),
    'DELETE /activity/delete': one('delete', async () => ({ id: (await planned()).id })),
    'DELETE /activity/deleteBatch': one('delete', async () => ({ ids: (await planned()).id })),
    'GET /activity/checkIsNameExist': one('a name', () => ({ name: word() })),
    'POST /activity/end': one('end', async () => ({ id: (await opened()).id })),
    'POST /ungraded/grade': one('grade', ungraded),
    'POST /ungraded/markDefective': one('mark defective', async () => ({
      ...(await spot()),
      quantity: '1',
      reason: word(),
    })),
    'DELETE /ungraded/delete': one('take back', async () => {
      const { id } = await server.call(gradeGoods, await ungraded(), token);
      return { id };
    }),
    'GET /ungraded/serials': one('serials', spot),
    'GET /ungraded/document': one('a receipt', async () => ({ id: await broughtUngraded() })),
    'POST /ungraded/gradeDocument': one('grade a receipt', async () => ({
      id: await broughtUngraded(),
      parts: [{ line: 1, formal: { quantity: '1' } }],
    })),
    'POST /depotHead/previewBackdated': one('add, looking ahead', () => ({
      ...world.goodsInput('saleOut'),
      time: new Date(Date.now() - DAY).toISOString(),
    })),
  };
}
