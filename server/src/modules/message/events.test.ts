import {
  changeRemark,
  currentSettings,
  goodsDocuments,
  messageList,
  messagesByStatus,
  partners,
  products,
  reviewPurchases,
  updateSettings,
} from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createJobs } from '../../kernel/live/index.ts';
import type { JobEvent, Jobs } from '../../kernel/live/index.ts';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { messageHandlers } from './events.ts';

let server: TestServer;
let supplierId: string;
let approver: string;
let jobs: Jobs;
const handled: JobEvent[] = [];
const heard = (topic: string): readonly JobEvent[] => handled.filter((one) => one.topic === topic);
const documents = (): readonly JobEvent[] => heard('document.changed');

beforeAll(async () => {
  server = await aServer();
  const barcodes = [{ code: '6900000000017', unit: 'piece', purchasePrice: '1' }];
  await server.call(products.add, { name: 'Tea', unitName: 'piece', barcodes });
  supplierId = (await server.call(partners.add, { type: 'supplier', name: 'Acme' })).id;
  // The manager may approve; the keeper may open the page, the salesperson may not.
  await server.addUser({ loginName: 'mary', role: 'manager' });
  await server.addUser({ loginName: 'kate', role: 'keeper' });
  await server.addUser({ loginName: 'sally', role: 'salesperson' });
  approver = await server.signIn('mary');
  const [handler] = Object.values(messageHandlers(server.database.app));
  jobs = await createJobs({
    connection: server.database.connections.worker,
    log: server.app.log,
    handlers: {
      'document.changed': async (event) => void handled.push(event),
      'document.waits': async (event) => {
        await handler?.(event);
        handled.push(event);
      },
    },
  });
});
afterAll(async () => {
  await jobs.stop();
  await server.stop();
});
beforeEach(() => sql`delete from message`.execute(server.database.admin));

async function forceApproval(on: boolean): Promise<void> {
  const { version } = await server.call(currentSettings, {});
  await server.call(updateSettings, { version, forceApproval: on });
}
const receipt = (status: '0' | '1', quantity = '1') => ({
  kind: 'purchaseIn' as const,
  partnerId: supplierId,
  accountId: server.company.accountId,
  paidNow: '0',
  status,
  lines: [
    {
      barcode: '6900000000017',
      quantity,
      unitPrice: '1',
      warehouseId: server.company.warehouseId,
    },
  ],
});
/** What a save answers, once it is told of. */
async function told<Saved>(saving: () => Promise<Saved>): Promise<Saved> {
  const before = documents().length;
  const saved = await saving();
  await expect.poll(() => documents().length).toBeGreaterThan(before);
  const waiting = sql<{
    count: string;
  }>`select count(*) from outbox where topic = 'document.waits'`;
  const { rows } = await waiting.execute(server.database.admin);
  await expect.poll(() => heard('document.waits').length).toBe(Number(rows[0]?.count));
  return saved;
}
/** A purchase receipt of the owner's, saved and told of. */
const received = (status: '0' | '1' = '0') =>
  told(() => server.call(goodsDocuments.add, receipt(status)));
/** The same with another quantity. */
const changed = ({ id, version }: { readonly id: string; readonly version: number }) =>
  told(() => server.call(goodsDocuments.update, { ...receipt('0', '2'), id, version }));
const toldTo = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select u.login_name as name from message m
    join app_user u on u.tenant_id = m.tenant_id and u.id = m.user_id order by 1`.execute(
    server.database.admin,
  );
  return rows.map(({ name }) => name);
};

test('a pending document is announced to its approvers by number, in their language', async () => {
  await forceApproval(true);
  const { number } = await received();
  expect(await toldTo()).toEqual(['mary']);
  const shown = async (language: 'en' | 'zh-cn') =>
    (await server.call(messagesByStatus, { status: '1' }, { token: approver, language }))[0];
  expect(await shown('en')).toMatchObject({
    msgTitle: `Waiting for approval: Purchase receipt ${number}`,
    type: 'review',
    openType: 'component',
    openPage: '/bill/purchase_in',
    busId: number,
  });
  expect((await shown('zh-cn'))?.msgTitle).toBe(`待审核: 采购入库 ${number}`);
  for (const name of [String(number), '采购', 'receipt']) {
    const { total } = await server.call(messageList, { name }, approver);
    expect(total, name).toBe(1);
  }
});

test('an event handled again notifies no user twice', async () => {
  await forceApproval(true);
  await received();
  const event = heard('document.waits').at(-1);
  if (event === undefined) throw new Error('nothing was handled');
  const [handler] = Object.values(messageHandlers(server.database.app));
  await handler?.(event);
  expect(await toldTo()).toEqual(['mary']);
});

test('a document without pending approval notifies no user', async () => {
  await forceApproval(false);
  await received();
  await forceApproval(true);
  await received('1');
  expect(await toldTo()).toEqual([]);
});

test('a document notifies its approvers once when an edit makes approval necessary', async () => {
  await forceApproval(false);
  const saved = await received();
  await forceApproval(true);
  const waiting = await changed(saved);
  expect(await toldTo()).toEqual(['mary']);
  await changed(waiting);
  expect(await toldTo()).toEqual(['mary']);
});

test('a rejected document notifies its approvers again at the next edit, exactly once', async () => {
  await forceApproval(true);
  const { id } = await received();
  await server.call(reviewPurchases, { ids: id, result: 'rejected', comment: 'too dear' });
  await told(() => server.call(changeRemark, { id, remark: 'asked again' }));
  const after = await changed({ id, version: 3 });
  expect(await toldTo()).toEqual(['mary', 'mary']);
  await changed(after);
  expect(await toldTo()).toEqual(['mary', 'mary']);
});

test('an approver without access to a document is not notified', async () => {
  await forceApproval(true);
  await sql`update role set data_scope = 'own' where id = ${server.company.roleIds.manager}`.execute(
    server.database.admin,
  );
  await received();
  expect(await toldTo()).toEqual([]);
});
