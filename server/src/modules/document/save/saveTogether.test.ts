// Documents saved together equal documents saved one after another.
import type { AnyKindCode } from '@tradehouse/domain';
import { rollUps, wholeRollUpSql } from '@tradehouse/database/testing';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { expect, test } from 'vitest';
import type { Context } from '../../../kernel/access/index.ts';
import { saveDocument } from './save.ts';
import { saveTogether, contendedKeysOf } from './saveTogether.ts';
import type { NewDocumentInput } from './saveTogether.ts';
import { aStockedServer, lineOf } from '../testShop.ts';

const { shop, one, line } = await aStockedServer('100');
// What the server has bought today lies behind all of the days here.
await shop.goods('purchaseIn', [line('100', '10')], { time: '2024-02-01T02:00:00Z' });
const other = await shop.product({ sale: '30' });
const phone = await shop.product({ serials: true });
const milk = await shop.product({ lots: true });

const on = (day: number) => ({ time: `2024-03-${String(day).padStart(2, '0')}T02:00:00Z` });
const goods = (
  kind: AnyKindCode,
  day: number,
  lines: Parameters<typeof shop.input>[1],
  more: object = {},
): NewDocumentInput => {
  const { kind: _, ...asked } = shop.input(kind, lines, { ...on(day), ...more });
  return { input: { kind, goods: asked } };
};
const received = (bill: string | null, amount: string): NewDocumentInput => ({
  input: {
    kind: 'moneyIn',
    money: {
      ...on(9),
      partnerId: shop.customer,
      accountId: shop.cash,
      lines: [{ settledDocumentId: bill, amount }],
    },
  },
});

const kept = [
  'document',
  'document_line',
  'document_link',
  'document_settlement',
  'document_number',
  'line_allocation',
  'stock_move',
  'stock_balance',
  'sku_cost',
  'money_entry',
  'serial_number',
  'lot',
  'barcode',
];

const isDocument = (table: string, column: string): boolean =>
  column.endsWith('document_id') || (table === 'document' && column === 'id');

/** All that saving leaves, without ids and times that no two savings share. */
async function books({ tx, tenantId }: Context, ids: readonly string[]): Promise<string[]> {
  const places = new Map(ids.map((id, at) => [id, `#${at}`]));
  const placeOf = (id: unknown) => places.get(String(id)) ?? id;
  const texts: string[] = [];
  const sources: readonly (readonly [string, RawBuilder<unknown>])[] = [
    ...kept.map((table) => [table, sql.table(table)] as const),
    ...rollUps.map((one) => [one.table, sql.raw(wholeRollUpSql(one, tenantId))] as const),
  ];
  for (const [table, source] of sources) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) as row from ${source} t where tenant_id = ${tenantId}`.execute(tx);
    const named = rows.map(({ row }) =>
      JSON.stringify(row, (column, value: unknown) =>
        column.endsWith('_at') ? null : isDocument(table, column) ? placeOf(value) : value,
      ),
    );
    texts.push(...named.toSorted().map((text) => `${table} ${text}`));
  }
  return texts;
}

/** What `save` would leave; it leaves nothing. */
async function leftBy(save: (context: Context) => Promise<readonly string[]>): Promise<string[]> {
  const undone = new Error('taken back');
  let left: string[] = [];
  const work = shop.asOwner(async (context) => {
    left = await books(context, await save(context));
    throw undone;
  });
  await expect(work).rejects.toBe(undone);
  return left;
}

test('documents saved together equal documents saved in sequence', async () => {
  // Switched on, a document writes its prices back: the last one counts.
  await shop.set({ update_unit_price: true });
  const order = await shop.goods('saleOrder', [line('5', '21')], { ...on(1), status: '1' });
  const bill = await shop.goods('saleOut', [line('3', '20')], { ...on(1), paidNow: '10' });
  const lot = { allocations: [{ lot: 'L1', expiry: '2026-01-01' }] };
  const documents = [
    goods('purchaseIn', 2, [line('10', '13'), lineOf(other, '4', '7.77')], { otherFees: '3' }),
    goods('saleOut', 2, [line('7', '22.5'), line('1', '0')], { paidNow: '0' }),
    goods('purchaseIn', 2, [line('10', '10')], { number: 'CGRK24030000077' }),
    goods('saleOut', 3, [{ ...line('5', '21'), sourceDocumentId: order.id, sourceLine: 1 }]),
    goods('transfer', 4, [line('6', '0', { targetWarehouseId: shop.branch })]),
    goods('retailOut', 4, [lineOf(other, '2', '30')], { number: 'till 1' }),
    goods('purchaseIn', 5, [lineOf(other, '9', '6')], { number: 'CGRK24030000050' }),
    goods('purchaseIn', 5, [
      lineOf(phone, '1', '50', { allocations: [{ serials: ['A'] }] }),
      lineOf(milk, '2', '3', lot),
    ]),
    goods('saleOrder', 6, [lineOf(other, '3', '31')], { status: '1' }),
    received(bill.id, '25'),
  ];
  const together = await leftBy(async (context) =>
    (await saveTogether(context, documents)).map(({ id }) => id),
  );
  const after = await leftBy(async (context) => {
    const ids: string[] = [];
    for (const { input } of documents) ids.push((await saveDocument(context, input)).id);
    return ids;
  });
  expect(together).toEqual(after);
  expect(together.some((text) => text.includes('#9'))).toBe(true);
  await shop.asOwner((context) => saveTogether(context, documents));
  expect(await shop.broken()).toEqual([]);
});

test('saved together, a later receipt covers no stock shortage of an earlier sale', async () => {
  const held = await shop.stock(one, shop.branch);
  const inBranch = { warehouseId: shop.branch };
  const out = goods('saleOut', 7, [line(`${Number(held) + 5}`, '20', inBranch)], { number: 'out' });
  const back = goods('purchaseIn', 7, [line('50', '10', inBranch)]);
  await expect(shop.asOwner((context) => saveTogether(context, [out, back]))).rejects.toMatchObject(
    {
      key: 'stock.shortage',
      facts: { number: 'out', missing: '5' },
    },
  );
  expect(await shop.stock(one, shop.branch)).toBe(held);
  await shop.asOwner((context) => saveTogether(context, [back, out]));
  expect(await shop.broken()).toEqual([]);
});

test('lock keys of documents list sources, settled bills, prepayments, openings, lots, serials', () => {
  const parts = { allocations: [{ lot: 'L9', serials: ['S1', 'S2'] }] };
  const from = { sourceDocumentId: '7', sourceLine: 1 };
  const { customer, member } = shop;
  expect(contendedKeysOf(goods('saleOut', 1, [line('1')]).input)).toEqual([]);
  expect(contendedKeysOf(goods('saleOut', 1, [{ ...line('1'), ...from, ...parts }]).input)).toEqual(
    ['document 7', 'lot L9', 'serial S1', 'serial S2'],
  );
  const prepaid = { partnerId: member, payment: 'prepaid' };
  expect(contendedKeysOf(goods('retailOut', 1, [line('1')], prepaid).input)).toEqual([
    `prepaid ${member}`,
  ]);
  expect(contendedKeysOf(received('7', '1').input)).toEqual(['document 7']);
  expect(contendedKeysOf(received(null, '1').input)).toEqual([`opening ${customer}`]);
});
