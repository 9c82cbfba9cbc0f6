import { goodsDocuments } from '@tradehouse/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { aShopServer } from '../testShop.ts';

const { server, shop } = await aShopServer();
const [one, two] = [await shop.product(), await shop.product()];

const info = (id: string) => server.call(goodsDocuments.info, { id });

describe('a purchase receipt', () => {
  test('computes every amount, moves goods and money, and is numbered', async () => {
    const saved = await shop.goods(
      'purchaseIn',
      [
        { barcode: one.barcode, quantity: '10', unitPrice: '11', taxRate: '13' },
        { barcode: two.barcode, quantity: '3', unitPrice: '120.5' },
      ],
      { discountRate: '5', otherFees: '20', paidNow: '200' },
    );
    expect(saved).toMatchObject({
      status: '0',
      version: 1,
      number: expect.stringMatching(/^CGRK\d{4}0000001$/),
    });
    expect(await info(saved.id)).toMatchObject({
      goodsAmount: '471.5',
      taxAmount: '14.3',
      totalAmount: '485.8',
      discount: '24.29',
      afterDiscount: '461.51',
      otherFees: '20',
      payable: '481.51',
      paidNow: '200',
      debt: '281.51',
      openDebt: '281.51',
      inForce: true,
    });
    expect(await shop.stock(one)).toBe('10');
    expect(await shop.purse('payable', shop.supplier)).toBe('-281.51');
    expect(await shop.purse('account', shop.cash)).toBe('-200');
    expect(await shop.broken()).toEqual([]);
  });

  test('is approved, refuses changes then, and is reversed', async () => {
    const { id, version } = await shop.goods('purchaseIn', [
      { barcode: one.barcode, quantity: '1', unitPrice: '11' },
    ]);
    await server.call(goodsDocuments.setStatus, { ids: id, status: '1' });
    expect(await info(id)).toMatchObject({
      status: '1',
      version: 2,
      auditorName: 'demo',
      updaterName: 'demo',
    });
    const change = {
      ...shop.input('purchaseIn', [{ barcode: one.barcode, quantity: '2', unitPrice: '11' }]),
      id,
      version: 2,
    };
    expect(await server.refusal(goodsDocuments.update, change)).toMatchObject({
      key: 'document.notEditable',
    });
    expect(await server.refusal(goodsDocuments.remove, { id })).toMatchObject({
      key: 'document.deleteApproved',
    });
    await server.call(goodsDocuments.setStatus, { ids: id, status: '0' });
    expect(await server.refusal(goodsDocuments.update, { ...change, version })).toMatchObject({
      status: 409,
      key: 'record.stale',
    });
    await server.call(goodsDocuments.update, { ...change, version: 3 });
    expect(await shop.stock(one)).toBe('12');
    await server.call(goodsDocuments.remove, { id });
    expect(await shop.stock(one)).toBe('10');
    expect((await server.refusal(goodsDocuments.info, { id })).status).toBe(404);
    expect(await shop.broken()).toEqual([]);
  });

  test('is logged with changed fields only', async () => {
    const lines = (quantity: string) => [
      { barcode: one.barcode, quantity: '1', unitPrice: '11', taxRate: '13' },
      { barcode: two.barcode, quantity, unitPrice: '20' },
    ];
    const head = { paidNow: '0', time: new Date().toISOString() };
    const { id } = await shop.goods('purchaseIn', lines('2'), head);
    const change = async (version: number, quantity: string): Promise<string[]> => {
      const more = { ...head, remark: 'by the back door' };
      const known = lines(quantity).map((line, at) => ({ ...line, line: at + 1 }));
      const input = shop.input('purchaseIn', known, more);
      await server.call(goodsDocuments.update, { ...input, id, version });
      return server.arrange(shop.company, async (tx) => {
        const { rows } = await sql<{ names: string[] }>`
          select array(select jsonb_object_keys(after) order by 1) as names from audit_log
          where tenant_id = ${shop.company.tenantId} and subject_id = ${id} order by id desc limit 1`.execute(
          tx,
        );
        return rows[0]?.names ?? [];
      });
    };
    expect(await change(1, '2')).toEqual(['remark']);
    expect(await change(2, '3')).toEqual([
      'debt',
      'goodsAmount',
      'line 2',
      'payable',
      'totalAmount',
      'totalQuantity',
    ]);
    await server.call(goodsDocuments.remove, { id });
  });

  test('is listed with totals', async () => {
    const reply = await server.request('GET', '/depotHead/list', {
      search: { kind: 'purchaseIn', materialParam: two.barcode },
    });
    expect(reply.json()).toMatchObject({
      data: {
        total: 1,
        rows: [{ partnerName: 'Ada Supplies', totalAmount: '485.8', status: '0' }],
        totals: { totalAmount: '485.8' },
      },
    });
  });
});
