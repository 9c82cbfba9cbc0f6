// Attacks by users of a company on rights beyond their own.
import {
  confirmSecondFactor,
  currentSettings,
  institutions,
  login,
  menu,
  resetPassword,
  resetTenantOwner,
  roles,
  setRoleFunctions,
  setRoleButtons,
  startSecondFactor,
  stopSecondFactor,
  updatePassword,
  updateSettings,
  users,
  viewAs,
} from '@tradehouse/contract';
import type { InputOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import { generateSync } from 'otplib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { aServer, passwordOf, sha256 } from '../testing.ts';
import type { TestServer } from '../testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});
afterAll(() => server.stop());

type Buttons = readonly ('1' | '2' | '3' | '7')[];
type Pages = Readonly<Record<string, Buttons>>;

async function aRole(
  name: string,
  pages: Pages,
  more: Partial<InputOf<typeof roles.add>> = {},
): Promise<string> {
  const { id: roleId } = await server.call(roles.add, { name, dataScope: 'all', ...more });
  const urls = Object.keys(pages);
  await server.call(setRoleFunctions, { roleId, urls });
  const btnStr = urls.map((url) => ({ url, buttons: [...(pages[url] ?? [])] }));
  await server.call(setRoleButtons, { roleId, btnStr });
  return roleId;
}

const administration: Pages = { '/system/user': ['1'], '/system/role': ['1'] };

/** Changes a user as somebody with this token, from what the owner knows of them. */
async function changing(id: string, more: Partial<InputOf<typeof users.update>>) {
  const { version, loginName, name } = await server.call(users.infoCall, { id });
  return { id, version, loginName, name, ...more };
}

test('failed passwords in a company do not delay sign-ins of a second company', async () => {
  const { company, stranger } = server;
  const token = await server.signIn('demo');
  const id = company.ownerId;
  const reset = () => server.request('POST', resetPassword.path, { id: `${id}99` }, token);
  const crowd = Array.from({ length: 130 }, reset);
  // Asked last, while all the others wait.
  const knocked = server.request(
    'POST',
    login.path,
    { loginName: stranger.code, password: sha256(passwordOf(stranger.code)) },
    { token: '' },
  );
  expect((await knocked).statusCode).toBe(200);
  const statuses = new Set((await Promise.all(crowd)).map(({ statusCode }) => statusCode));
  expect([...statuses].every((status) => [404, 429].includes(status))).toBe(true);
});

describe('an administrator with limited rights', () => {
  test('cannot assign a disabled role with rights beyond their own', async () => {
    const roleId = await aRole('Keeper of people', administration);
    const userId = await server.addUser({ loginName: 'people', roleId });
    const token = await server.signIn('people');
    const more = await aRole('Director', { ...administration, '/system/log': [] });
    await server.call(roles.setStatus, { ids: more, status: '0' });
    const puppet = await server.call(users.add, { loginName: 'puppet', name: 'Puppet' }, token);
    for (const id of [puppet.id, userId])
      expect([
        id,
        await server.refusal(users.update, await changing(id, { roleId: more }), token),
      ]).toMatchObject([id, { key: 'rights.exceeded' }]);
    expect(
      await server.refusal(users.add, { loginName: 'second', name: 'x', roleId: more }, token),
    ).toMatchObject({ key: 'rights.exceeded' });
    const director = await server.addUser({ loginName: 'director', roleId: more });
    expect(await server.refusal(resetPassword, { id: director }, token)).toMatchObject({
      key: 'rights.exceeded',
    });
  });

  test('a manager of an institution cannot manage a user with access to a second institution', async () => {
    const [north, south] = [
      await server.call(institutions.add, { name: 'North', number: 'N' }),
      await server.call(institutions.add, { name: 'South', number: 'S' }),
    ];
    const roleId = await aRole('Of a branch', administration, { dataScope: 'institution' });
    await server.addUser({ loginName: 'northern', roleId, institutionId: north.id });
    const token = await server.signIn('northern');
    const both = await server.addUser({ loginName: 'both', roleId, institutionId: north.id });
    expect(await server.call(resetPassword, { id: both }, token)).toHaveProperty('password');
    const { roleId: kept } = await server.call(users.infoCall, { id: both });
    await server.call(
      users.update,
      await changing(both, {
        roleId: kept,
        institutionId: north.id,
        institutionIds: [north.id, south.id],
      }),
    );
    for (const endpoint of [resetPassword, viewAs, users.remove])
      expect([endpoint.path, await server.refusal(endpoint, { id: both }, token)]).toMatchObject([
        endpoint.path,
        { key: 'rights.exceeded' },
      ]);
  });

  test('a manager of an institution cannot add any user to a second institution', async () => {
    const [east, west] = [
      await server.call(institutions.add, { name: 'East', number: 'E' }),
      await server.call(institutions.add, { name: 'West', number: 'W' }),
    ];
    const roleId = await aRole('Of the east', administration, { dataScope: 'institution' });
    const own = await aRole('Of one', {}, { dataScope: 'own' });
    const userId = await server.addUser({ loginName: 'eastern', roleId, institutionId: east.id });
    const token = await server.signIn('eastern');
    const small = await server.addUser({ loginName: 'small', roleId: own, institutionId: east.id });
    for (const [id, role] of [
      [small, own],
      [userId, roleId],
    ] as const) {
      const input = await changing(id, { roleId: role, institutionId: west.id });
      expect([id, (await server.refusal(users.update, input, token)).status]).toEqual([id, 403]);
    }
    const added = { loginName: 'wester', name: 'x', roleId: own, institutionId: west.id };
    expect(await server.refusal(users.add, added, token)).toMatchObject({ status: 403 });
  });

  test('with an approval limit cannot assign a role without limit or manage its holders', async () => {
    const roleId = await aRole('Up to a limit', administration, { approvalLimit: '1000' });
    const without = await aRole('Without a limit', administration);
    await server.addUser({ loginName: 'limited', roleId });
    const token = await server.signIn('limited');
    const { id } = await server.call(users.add, { loginName: 'plain', name: 'Plain' }, token);
    const unlimited = await server.addUser({ loginName: 'unlimited', roleId: without });
    const input = await changing(id, { roleId: without });
    for (const refusal of [
      await server.refusal(users.update, input, token),
      await server.refusal(resetPassword, { id: unlimited }, token),
    ])
      expect(refusal).toMatchObject({ key: 'rights.exceeded' });
    await server.call(users.update, await changing(id, { roleId }), token);
  });

  test('cannot remove a limit on their own rights', async () => {
    const roleId = await aRole('Of the settings', { '/system/system_config': ['1'] });
    await server.addUser({ loginName: 'settler', roleId });
    const token = await server.signIn('settler');
    const set = async (fields: Partial<InputOf<typeof updateSettings>>) => {
      const { version } = await server.call(currentSettings, {});
      return { version, ...fields };
    };
    for (const grants of ['warehouseGrants', 'customerGrants'] as const) {
      await server.call(updateSettings, await set({ [grants]: true }));
      expect(
        await server.refusal(updateSettings, await set({ [grants]: false }), token),
      ).toMatchObject({ key: 'rights.exceeded' });
      // What does not concern them, and what makes it tighter, stays theirs to set.
      await server.call(updateSettings, await set({ companyPhone: '1', [grants]: true }), token);
      await server.call(updateSettings, await set({ [grants]: false }));
    }
  });
});

describe('impersonation', () => {
  test('can neither guess the password nor use a code of the viewed user', async () => {
    const id = await server.addUser({ loginName: 'looked-at' });
    const { token } = await server.call(viewAs, { id });
    const password = sha256(passwordOf('looked-at'));
    for (const guess of [password, sha256('wrong')])
      for (const [endpoint, input] of [
        [startSecondFactor, { password: guess }],
        [stopSecondFactor, { password: guess, code: '123456' }],
        [confirmSecondFactor, { code: '123456' }],
        [updatePassword, { userId: id, oldpassword: guess, password: sha256('Mine-now-9') }],
      ] as const)
        expect([endpoint.path, await server.refusal(endpoint, input, token)]).toMatchObject([
          endpoint.path,
          { key: 'session.viewing' },
        ]);
  });

  test('ends when grants are switched on, or the tree of institutions changes', async () => {
    const roleId = await aRole('Looks on', administration, { dataScope: 'institution' });
    const place = async (name: string, parentId?: string): Promise<string> =>
      (await server.call(institutions.add, { name, number: name, parentId: parentId ?? null })).id;
    const top = await place('Top');
    const below = await place('Below', top);
    await server.addUser({ loginName: 'onlooker', roleId, institutionId: top });
    const id = await server.addUser({ loginName: 'seen', roleId, institutionId: below });
    const look = async () =>
      (await server.call(viewAs, { id }, await server.signIn('onlooker'))).token;
    const first = await look();
    const { version } = await server.call(institutions.infoCall, { id: below });
    await server.call(institutions.update, {
      id: below,
      version,
      name: 'Below',
      number: 'Below',
      parentId: null,
    });
    expect(await server.refusal(menu, {}, first)).toMatchObject({ status: 401 });
    const other = await server.addUser({ loginName: 'of-top', institutionId: top });
    const { token } = await server.call(viewAs, { id: other }, await server.signIn('onlooker'));
    const settings = await server.call(currentSettings, {});
    await server.call(updateSettings, { version: settings.version, warehouseGrants: true });
    expect(await server.refusal(menu, {}, token)).toMatchObject({ status: 401 });
  });

  test('ends when the impersonator sets a new password', async () => {
    const roleId = await aRole('Looks at people', administration);
    const userId = await server.addUser({ loginName: 'robbed', roleId });
    const mine = await server.signIn('robbed');
    const id = await server.addUser({ loginName: 'watched' });
    const { token } = await server.call(viewAs, { id }, mine);
    await server.call(
      updatePassword,
      {
        userId,
        oldpassword: sha256(passwordOf('robbed')),
        password: sha256('Robbed-no-more-9'),
      },
      mine,
    );
    expect(await server.refusal(menu, {}, token)).toMatchObject({ status: 401 });
  });
});

describe('impersonation of a company’s owner', () => {
  test('ends when the platform gives the owner a new password', async () => {
    const { stranger } = server;
    const mine = await server.signIn(stranger.code);
    const id = await server.addUser({ company: stranger, loginName: 'of-stranger' });
    const { token } = await server.call(viewAs, { id }, mine);
    await server.call(resetTenantOwner, { id: stranger.tenantId }, await server.signIn('admin'));
    for (const ended of [token, mine])
      expect(await server.refusal(menu, {}, ended)).toMatchObject({ status: 401 });
  });
});

describe('a stolen session with the password', () => {
  test('cannot gain more attempts at second-factor codes by repeating the password', async () => {
    const id = await server.addUser({ loginName: 'careful' });
    const token = await server.signIn('careful');
    const password = sha256(passwordOf('careful'));
    const { secret } = await server.call(startSecondFactor, { password }, token);
    await server.call(confirmSecondFactor, { code: generateSync({ secret }) }, token);
    const keys: string[] = [];
    for (let round = 0; round < 5; round += 1) {
      for (let guess = 0; guess < 4; guess += 1) {
        const input = { password, code: `RECOVERY${round}${guess}` };
        keys.push((await server.refusal(stopSecondFactor, input, token)).key);
      }
      await server.refusal(startSecondFactor, { password }, token);
      const same = { userId: id, oldpassword: password, password };
      await server.refusal(updatePassword, same, token);
    }
    expect(keys.filter((key) => key === 'secondFactor.wrong').length).toBeLessThanOrEqual(10);
    expect(keys.at(-1)).toBe('login.throttled');
  });
});

afterEach(async () => {
  await sql`update tenant_setting set warehouse_grants = false, customer_grants = false`.execute(
    server.database.admin,
  );
});
