import {
  addAnnouncement,
  announcementReceivers,
  announcementTable,
  deleteAnnouncement,
  deleteMessages,
  messageById,
  messageList,
  messagesByStatus,
  readAllMessages,
  readMessages,
} from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { sanitizeHtml } from './sanitised.ts';

let server: TestServer;
let demoId: string;
let sallyId: string;
let sally: string;
let stranger: string;
beforeAll(async () => {
  server = await aServer();
  demoId = server.company.ownerId;
  sallyId = await server.addUser({ loginName: 'sally', role: 'salesperson' });
  sally = await server.signIn('sally');
  stranger = await server.signIn('other');
});
afterAll(() => server.stop());
beforeEach(() => sql`delete from announcement`.execute(server.database.admin));
beforeEach(() => sql`delete from message`.execute(server.database.admin));

/** Announces to the whole company; answers the owner's and Sally's message of it, by whose they are. */
async function announced(title: string, content = '<p>Read me</p>') {
  await server.call(addAnnouncement, { title, content, audience: 'company', audienceIds: [] });
  const newest = async (token?: string) =>
    (await server.call(messagesByStatus, { status: '1' }, token))[0]?.id ?? '';
  return { mine: await newest(), hers: await newest(sally) };
}
const unread = async (token?: string) =>
  (await server.call(messagesByStatus, { status: '1' }, token)).map(({ msgTitle }) => msgTitle);

describe('own messages', () => {
  test('unread messages are listed newest first, without content', async () => {
    await announced('First');
    await announced('Second');
    const messages = await server.call(messagesByStatus, { status: '1' }, sally);
    expect(messages.map(({ msgTitle }) => msgTitle)).toEqual(['Second', 'First']);
    expect(messages[0]).toEqual({
      id: expect.any(String),
      msgTitle: 'Second',
      type: 'announcement',
      createTimeStr: expect.stringMatching(/^\d{4}-.*Z$/),
      status: '1',
      openType: '',
      openPage: '',
      busId: '',
    });
    expect(await server.call(messagesByStatus, { status: '2' }, sally)).toEqual([]);
  });

  test('the message list has pages of five and searches titles for a literal text', async () => {
    for (const n of [1, 2, 3, 4, 5, 6]) await announced(`Notice ${n}`);
    await announced('100% off_ered');
    const page = await server.call(messageList, {}, sally);
    expect(page.total).toBe(7);
    expect(page.rows).toHaveLength(5);
    const second = await server.call(messageList, { currentPage: 2 }, sally);
    expect(second.rows.map(({ msgTitle }) => msgTitle)).toEqual(['Notice 2', 'Notice 1']);
    const titles = async (name: string) =>
      (await server.call(messageList, { name, pageSize: 30 }, sally)).rows.map(
        ({ msgTitle }) => msgTitle,
      );
    expect(await titles('0% off_')).toEqual(['100% off_ered']);
    expect(await titles('e_3')).toEqual([]);
    expect(await titles(' notice 3 ')).toEqual(['Notice 3']);
  });

  test('reading or deleting own messages changes no other user’s messages', async () => {
    const one = await announced('One');
    await announced('Two');
    expect(await server.call(readMessages, { ids: one.hers, status: '2' }, sally)).toEqual({
      changed: 1,
    });
    expect(await server.call(readMessages, { ids: one.hers, status: '2' }, sally)).toEqual({
      changed: 0,
    });
    expect(await unread(sally)).toEqual(['Two']);
    expect(await server.call(readAllMessages, {}, sally)).toEqual({
      changed: 1,
      message: 'Messages marked as read: 1',
    });
    expect(await server.call(deleteMessages, { ids: one.hers }, sally)).toEqual({ changed: 1 });
    expect((await server.call(messageList, {}, sally)).total).toBe(1);
    expect(await unread()).toEqual(['Two', 'One']);
  });

  test.each(['a colleague', 'another company', 'no one'] as const)(
    'the message of %s is reported missing, and refuses the whole batch',
    async (whose) => {
      const { mine, hers } = await announced('Ours');
      const id = whose === 'no one' ? '99999999' : mine;
      const token = whose === 'another company' ? stranger : sally;
      const ids = whose === 'another company' ? id : `${hers},${id}`;
      const refusals = [
        await server.refusal(messageById, { id }, token),
        await server.refusal(readMessages, { ids, status: '2' }, token),
        await server.refusal(deleteMessages, { ids }, token),
      ];
      expect(refusals.map(({ status, key }) => [status, key])).toEqual(
        refusals.map(() => [404, 'record.missing']),
      );
      expect(await unread()).toEqual(['Ours']);
      expect(await unread(sally)).toEqual(['Ours']);
    },
  );

  test.each([
    [readMessages, { ids: '1', status: '1' }],
    [readMessages, { ids: '1;2', status: '2' }],
    [readMessages, { ids: '1', status: '2', userId: '1' }],
    [messageList, { pageSize: 31 }],
    [messageList, { currentPage: 0 }],
    [messageById, { id: 'x' }],
  ] as const)('malformed input is refused: %#', async (endpoint, input) => {
    expect((await server.refusal(endpoint, input, sally)).status).toBe(400);
  });
});

describe('announcements', () => {
  const receiversOf = async (
    audience: 'user' | 'role' | 'company',
    audienceIds: readonly string[],
  ): Promise<string[]> => {
    const fields = { title: 'To some', content: '', audience, audienceIds: [...audienceIds] };
    await server.call(addAnnouncement, fields);
    const { rows } = await sql<{ name: string }>`
      select u.name from message m join app_user u on u.tenant_id = m.tenant_id and u.id = m.user_id
      order by u.name`.execute(server.database.admin);
    return rows.map(({ name }) => name);
  };

  test('reach the addressed users, roles or company, and only enabled users', async () => {
    const kate = await server.addUser({ loginName: 'kate', role: 'keeper' });
    const gone = await server.addUser({ loginName: 'gone', role: 'keeper' });
    await sql`update app_user set enabled = false where id = ${gone}`.execute(
      server.database.admin,
    );
    const { keeper, salesperson } = server.company.roleIds;
    const again = async (audience: 'user' | 'role' | 'company', ids: readonly string[]) => {
      await sql`delete from message`.execute(server.database.admin);
      return receiversOf(audience, ids);
    };
    expect(await again('user', [sallyId, kate, kate])).toEqual(['kate', 'sally']);
    expect(await again('role', [keeper])).toEqual(['kate']);
    expect(await again('role', [keeper, salesperson])).toEqual(['kate', 'sally']);
    expect(await again('company', [])).toEqual(['demo', 'kate', 'sally']);
  });

  test('announcements to no one, to strangers or without a title are refused', async () => {
    const write = (fields: object) =>
      server.refusal(addAnnouncement, {
        title: 'T',
        content: '',
        audience: 'user',
        audienceIds: [],
        ...fields,
      });
    expect((await write({})).data).toMatchObject({ field: 'audienceIds' });
    expect((await write({ audienceIds: [server.stranger.ownerId] })).key).toBe('record.missing');
    const role = { audience: 'role', audienceIds: [server.stranger.roleIds.keeper] };
    expect((await write(role)).key).toBe('record.missing');
    expect((await write({ title: '  ', audience: 'company' })).data).toMatchObject({
      field: 'title',
    });
    for (const openPage of ['//evil.example', 'https://evil.example', '/a?b', 'javascript:1'])
      expect((await write({ audience: 'company', openPage })).status).toBe(400);
    expect(await unread(sally)).toEqual([]);
  });

  test('are written by every user with the page and its button', async () => {
    const fields = { title: 'T', content: '', audience: 'company', audienceIds: [] } as const;
    const calls = [
      [addAnnouncement, fields],
      [announcementReceivers, {}],
      [deleteAnnouncement, { id: '1' }],
    ] as const;
    for (const [endpoint, input] of calls)
      expect((await server.refusal(endpoint, input, sally)).key).toBe('access.denied');
    expect((await server.request('GET', announcementTable.path, {}, sally)).statusCode).toBe(403);
  });

  test('are listed with counts of recipients and readers, and can be deleted for everybody', async () => {
    await sql`delete from app_user where name in ('kate', 'gone')`
      .execute(server.database.admin)
      .catch(() => {});
    await server.call(addAnnouncement, {
      title: 'To Sally',
      content: 'x',
      audience: 'user',
      audienceIds: [sallyId],
      openPage: '/report/material_stock',
    });
    const [message] = await server.call(messagesByStatus, { status: '1' }, sally);
    expect(message).toMatchObject({ openType: 'url', openPage: '/report/material_stock' });
    await server.call(readAllMessages, {}, sally);
    const list = await server.request('GET', announcementTable.path, {});
    const [row] = list.json<{ data: { rows: { id: string }[] } }>().data.rows;
    expect(row).toMatchObject({
      title: 'To Sally',
      audienceNames: 'sally',
      receivers: 1,
      readers: 1,
      creatorName: 'demo',
    });
    const id = row?.id ?? '';
    expect((await server.refusal(deleteAnnouncement, { id }, stranger)).key).toBe('record.missing');
    expect(await server.call(deleteAnnouncement, { id })).toEqual({ changed: 1 });
    expect((await server.call(messageList, {}, sally)).total).toBe(0);
  });

  test('can be addressed to the enabled users and roles of the company', async () => {
    const { users, roles } = await server.call(announcementReceivers, {});
    expect(users.map(({ id }) => id)).toEqual(expect.arrayContaining([demoId, sallyId]));
    expect(users.map(({ id }) => id)).not.toContain(server.stranger.ownerId);
    expect(roles).toHaveLength(4);
  });
});

describe('HTML of an announcement', () => {
  test.each([
    ['<p>Hello <b>all</b></p>', '<p>Hello <b>all</b></p>'],
    ['<script>alert(1)</script>Text', 'Text'],
    ['<img src=x onerror=alert(1)>Text', 'Text'],
    ['<p onclick="alert(1)" style="position:fixed">T</p>', '<p>T</p>'],
    ['<a href="javascript:alert(1)">T</a>', '<a target="_blank" rel="noopener noreferrer">T</a>'],
    ['<a href="//evil.example">T</a>', '<a target="_blank" rel="noopener noreferrer">T</a>'],
    [
      '<svg><a xlink:href="javascript:alert(1)">T</a></svg>',
      '<a target="_blank" rel="noopener noreferrer">T</a>',
    ],
    ['<iframe src="https://evil.example"></iframe>T', 'T'],
    ['<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>', ''],
    ['1 < 2 & 3', '1 &lt; 2 &amp; 3'],
  ])('%s is sanitised to %s', (html, shown) => {
    expect(sanitizeHtml(html)).toBe(shown);
  });

  test('is sanitised on write, and again on display', async () => {
    const { hers } = await announced('Hostile', '<p>Good</p><script>alert(1)</script>');
    const { rows } = await sql<{ content: string }>`select content from announcement`.execute(
      server.database.admin,
    );
    expect(rows).toEqual([{ content: '<p>Good</p>' }]);
    await sql`update announcement set content = '<p>Old</p><img src=x onerror=alert(1)>'`.execute(
      server.database.admin,
    );
    expect((await server.call(messageById, { id: hers }, sally)).msgContent).toBe('<p>Old</p>');
  });
});
