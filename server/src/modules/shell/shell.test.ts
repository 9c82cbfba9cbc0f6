import { countViews, login, menu, shellSettings } from '@tradehouse/contract';
import type { MenuEntry } from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FRAME_VIEW } from '../../kernel/http/index.ts';
import { aServer, passwordOf, sha256 } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});
afterAll(() => server.stop());

const change = (query: ReturnType<typeof sql>) => query.execute(server.database.admin);
const configure = (key: string, value: string) =>
  change(sql`update platform_config set value = ${value} where key = ${key}`);

/** Puts a page with another site's address into the menu; answers how the menu shows it. */
async function embedded(number: string, url: string): Promise<MenuEntry | undefined> {
  await change(sql`
    insert into function (number, name_zh, name_en, url, component, sort)
    values (${number}, ${number}, ${number}, ${url}, ${FRAME_VIEW}, ${number})`);
  // A session of its own: what an older one may open is known already.
  const password = sha256(passwordOf('demo'));
  const { token } = (await server.call(login, { loginName: 'demo', password }, { token: '' })) as {
    readonly token: string;
  };
  const entries = (await server.call(menu, {}, token)) as readonly MenuEntry[];
  return entries.find(({ id }) => id === number);
}

describe('an embedded page', () => {
  test('is routed by the product, with the user’s names in its address', async () => {
    const { tenantId } = server.company;
    expect(
      await embedded('0990', 'https://bi.example.com/${tenantId}?u=${loginName}&l=${language}'),
    ).toMatchObject({
      url: '/embedded/0990',
      frame: `https://bi.example.com/${tenantId}?u=demo&l=en`,
    });
  });

  test.each([
    ['0991', 'https://bi.example.com/?t=${token}'],
    ['0992', 'javascript:alert(1)'],
    ['0993', 'https://${loginName}.other.example.org/'],
  ])('%s is refused for %s', async (number, url) => {
    expect((await embedded(number, url))?.frame).toBe('');
  });

  test('an embedded page with a placeholder in its host needs the operator’s permission', async () => {
    await configure('frame_origins', 'https://*.other.example.org, javascript:x, https://a b');
    expect((await embedded('0994', 'https://${loginName}.other.example.org/x'))?.frame).toBe(
      'https://demo.other.example.org/x',
    );
  });
});

describe('opened pages', () => {
  const count = async (views: readonly { readonly url: string; readonly views: number }[]) =>
    server.call(countViews, { views: [...views] }, await server.signIn('demo'));
  const counted = async (): Promise<unknown> => {
    const { rows } = await change(
      sql`select url, views from page_view where tenant_id = ${server.company.tenantId} order by url`,
    );
    return rows;
  };

  test('are counted by day, page and user; forbidden pages are not', async () => {
    await count([
      { url: '/system/customer', views: 2 },
      { url: '/system/customer', views: 1 },
      { url: '/dashboard/analysis', views: 1 },
      { url: '/nowhere', views: 5 },
    ]);
    await count([{ url: '/system/customer', views: 4 }]);
    expect(await counted()).toEqual([
      { url: '/dashboard/analysis', views: 1 },
      { url: '/system/customer', views: 7 },
    ]);
  });

  test('are not counted where the operator wants none', async () => {
    const before = await counted();
    await configure('count_views', '0');
    await count([{ url: '/system/customer', views: 9 }]);
    expect(await counted()).toEqual(before);
    await configure('help_url', ' https://help.example.com ');
    await configure('pay_fee_url', 'https://renew.example.com');
    expect(await server.call(shellSettings, {}, await server.signIn('demo'))).toEqual({
      helpUrl: 'https://help.example.com',
      renewUrl: 'https://renew.example.com',
      countsViews: false,
    });
  });
});
