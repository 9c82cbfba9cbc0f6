import {
  applySheet,
  customerTable,
  partners,
  setGrantedUsers,
  sheetTemplate,
  supplierTable,
  undoSheet,
} from '@tradehouse/contract';
import type { TableDeclaration } from '@tradehouse/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { compared, errorsOf, send, settled, stepTo } from './testSheets.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});
afterAll(() => server.stop());

const clean = () => server.database.violations();
const list = async ({ path }: TableDeclaration, type: string) => {
  const reply = await server.request('GET', path, {
    search: { type },
    pageSize: 100,
    column: 'name',
    order: 'asc',
  });
  return reply.json<{ data: { rows: Record<string, unknown>[] } }>().data.rows;
};
const head = ['名称*', '联系人', '期初应付', '税率(%)', '排序', '状态*'];

test('suppliers are imported with opening payables, changed and undone', async () => {
  const finer = await compared(server, 'suppliers', [
    head,
    ['Morning', 'Ann', 1200.505, 13, 1, '是'],
  ]);
  expect(await errorsOf(server, finer)).toEqual([['C2', '“1200.505” has more than 2 decimals']]);
  const first = await compared(server, 'suppliers', [
    ['说明'],
    head,
    ['Morning', 'Ann', 1200.51, 13, 1, '是'],
    ['Evening', null, null, null, null, '否'],
  ]);
  expect(first).toMatchObject({ newRows: 2, wrongRows: 0 });
  await stepTo(server, applySheet, first, 'applied');
  expect(await list(supplierTable, 'supplier')).toMatchObject([
    { name: 'Evening', openingPayable: '0', enabled: false },
    {
      name: 'Morning',
      openingPayable: '1200.51',
      closingPayable: '1200.51',
      taxRate: '13',
      contacts: 'Ann',
    },
  ]);
  expect(await clean()).toEqual([]);
  const second = await compared(server, 'suppliers', [
    head,
    ['Morning', 'Bob', 7, 13, 1, '是'],
    ['Evening', null, 0, null, 0, 0],
  ]);
  expect(second).toMatchObject({ newRows: 0, changedRows: 1, sameRows: 1 });
  await stepTo(server, applySheet, second, 'applied');
  expect((await list(supplierTable, 'supplier'))[1]).toMatchObject({
    contacts: 'Bob',
    closingPayable: '7',
  });
  await stepTo(server, undoSheet, second, 'undone');
  expect((await list(supplierTable, 'supplier'))[1]).toMatchObject({
    contacts: 'Ann',
    closingPayable: '1200.51',
  });
  // Its versions went on meanwhile, so the first is no longer the last word on Morning.
  expect(await stepTo(server, undoSheet, first, 'applied')).toMatchObject({
    failure: 'Morning was changed after the import, so it cannot be undone',
  });
  expect(await clean()).toEqual([]);
});

test('undoing a customer import leaves no trace and allows a repeated import', async () => {
  const rows = [
    ['Name', 'Opening receivable', 'Enabled'],
    ['Grand Market', 50, 'yes'],
    ['Corner', 0, 'yes'],
  ];
  for (const _ of [1, 2]) {
    const came = await compared(server, 'customers', rows);
    expect(came).toMatchObject({ newRows: 2, wrongRows: 0 });
    await stepTo(server, applySheet, came, 'applied');
    expect(await list(customerTable, 'customer')).toHaveLength(2);
    await stepTo(server, undoSheet, came, 'undone');
    expect(await list(customerTable, 'customer')).toEqual([]);
    expect(await clean()).toEqual([]);
  }
});

test('customers of an undone import cannot be read, enabled, deleted or granted by id', async () => {
  const rows = [
    ['Name', 'Opening receivable', 'Enabled'],
    ['Noted', 50, 'yes'],
  ];
  const came = await compared(server, 'customers', rows);
  await stepTo(server, applySheet, came, 'applied');
  const [noted] = await list(customerTable, 'customer');
  const id = String(noted?.['id']);
  await stepTo(server, undoSheet, came, 'undone');
  for (const [call, input] of [
    [partners.infoCall, { id }],
    [partners.setStatus, { ids: id, status: true }],
    [partners.remove, { id }],
    [setGrantedUsers, { type: 'UserCustomer', value: id, add: [server.company.ownerId] }],
  ] as const)
    expect((await server.refusal(call, input)).key).toBe('record.missing');
});

test('payment terms and credit limits are imported, exported, changed and undone', async () => {
  const titles = ['名称*', '结算方式', '账期（天）', '月结', '信用额度', '状态*'];
  const first = await compared(server, 'customers', [
    titles,
    ['Monthly', 'Cycle', 30, '是', 5000.51, '是'],
    ['At once', '现结', null, null, null, '是'],
    ['Unsaid', null, null, null, null, '是'],
  ]);
  expect(first).toMatchObject({ newRows: 3, wrongRows: 0 });
  await stepTo(server, applySheet, first, 'applied');
  const told = async () =>
    (await list(customerTable, 'customer'))
      .filter(({ name }) => ['Monthly', 'At once', 'Unsaid'].includes(String(name)))
      .map((row) => [row['paymentKind'], row['paymentDays'], row['monthEnd'], row['creditLimit']]);
  const brought = [
    ['cash', 0, false, null],
    ['cycle', 30, true, '5000.51'],
    ['cycle', 0, false, null],
  ];
  expect(await told()).toEqual(brought);
  const out = await server.request('GET', sheetTemplate.path, { sheet: 'customers', filled: true });
  const again = await settled(server, await send(server, 'customers', out.rawPayload));
  expect(again).toMatchObject({ changedRows: 0, newRows: 0, wrongRows: 0, failure: null });

  const second = await compared(server, 'customers', [
    titles,
    ['Monthly', '尾款', 60, '否', null, '是'],
  ]);
  await stepTo(server, applySheet, second, 'applied');
  expect(await told()).toEqual([brought[0], ['balance', 60, false, null], brought[2]]);
  await stepTo(server, undoSheet, second, 'undone');
  expect(await told()).toEqual(brought);

  const wrong = await compared(server, 'customers', [
    titles,
    ['Wrong', 'barter', 366, '是', -1, '是'],
  ]);
  expect(await errorsOf(server, wrong)).toEqual([
    ['B2', expect.stringContaining('“barter” is none of 现结 / Cash, 赊账 / On account')],
    ['C2', '“366” is out of range'],
    ['E2', '“-1” is below 0'],
  ]);
});

test('every wrong cell of a partner sheet is reported at once', async () => {
  await server.call(partners.add, { type: 'customer', name: 'Owes us', openingPayable: '5' });
  const wrong = await compared(server, 'customers', [
    ['Name', 'Opening receivable', 'Tax rate (%)', 'Enabled', 'Phone'],
    ['x', 1, 101, 'yes', '1'.repeat(31)],
    ['Twice', 1, 1, 'yes'],
    ['Twice', 1, 1, 'yes'],
    ['Owes us', 3, 1, 'yes'],
    ['No status', 3, 1, null],
  ]);
  expect(await errorsOf(server, wrong)).toEqual([
    ['A2', 'At least 2 characters'],
    ['C2', '“101” is out of range'],
    ['E2', 'At most 30 characters'],
    ['A4', 'Repeats row 3'],
    ['B5', 'Enter an opening receivable or an opening payable, not both'],
    ['D6', 'Is needed'],
  ]);
});

test.each(['suppliers', 'customers', 'members'] as const)(
  'importing the exported %s again changes nothing',
  async (sheet) => {
    const reply = await server.request('GET', sheetTemplate.path, { sheet, filled: true });
    const again = await settled(server, await send(server, sheet, reply.rawPayload));
    expect(again).toMatchObject(
      sheet === 'members'
        ? { state: 'failed' }
        : { newRows: 0, changedRows: 0, wrongRows: 0, failure: null },
    );
  },
);
