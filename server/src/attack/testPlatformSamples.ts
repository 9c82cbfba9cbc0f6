// What the platform's people may ask, each with an input.
import { addPlan, addTenant, platformConfigTable } from '@tradehouse/contract';
import { one } from './testSample.ts';
import type { Input, Samples } from './testSample.ts';
import type { World } from './testWorld.ts';

/** Samples for calls of platform administrators, on companies created for the purpose. */
export function platformSamples({ server, word, code, company }: World): Samples {
  const operator = () => server.signIn('admin');
  const login = (): string => word().toLowerCase();
  const fresh = async () => server.call(addTenant, { loginName: login() }, await operator());
  const config = async (): Promise<Input> => {
    const reply = await server.request(
      'GET',
      platformConfigTable.path,
      { pageSize: 100 },
      await operator(),
    );
    const { data } = reply.json<{ data: { rows: readonly Input[] } }>();
    const [row] = data.rows.filter(({ key }) => key === 'platform_name');
    return { key: 'platform_name', version: row?.['version'], value: word() };
  };
  const plan = () => ({
    code: `plan_${code()}`,
    nameZh: word(),
    nameEn: word(),
    userLimit: 5,
    warehouseLimit: 2,
    productLimit: 100,
    applicationLimit: 0,
    sort: 50,
  });
  const { tenantId: id } = company;
  return {
    ['GET /tenant/info']: one('a company', () => ({ id })),
    ['GET /tenant/usage']: one('usage', () => ({ id })),
    ['POST /tenant/add']: one('add a company', () => ({ loginName: login(), remark: word() })),
    ['PUT /tenant/update']: one('change a company', async () => {
      const { id, version } = await fresh();
      return { id, version, plan: 'paid', userLimit: 9, remark: word() };
    }),
    ['POST /tenant/batchSetStatus']: one('suspend', async () => ({
      ids: (await fresh()).id,
      status: '0',
    })),
    ['POST /tenant/resetPwd']: one('first password', async () => ({ id: (await fresh()).id })),
    ['GET /tenant/checkIsNameExist']: one('login name', () => ({ name: login() })),
    ['GET /tenant/exportOwn']: one('the own company as a file', () => ({})),
    ['GET /tenant/ownPlan']: one('the own plan', () => ({})),
    ['GET /tenant/renewals']: one('renewals', () => ({ id })),
    ['POST /tenant/renew']: one('renew', async () => {
      const { id, version } = await fresh();
      return { id, version, months: 1, amount: '9.5', remark: word() };
    }),
    ['GET /plan/choices']: one('plans', () => ({})),
    ['POST /plan/add']: one('a plan', () => plan()),
    ['PUT /plan/update']: one('change a plan', async () => {
      const added = plan();
      const { version } = await server.call(addPlan, added, await operator());
      return { ...added, version, productLimit: null };
    }),
    ['GET /tenant/export']: one('a company as a file', async () => ({ id: (await fresh()).id })),
    // Without a file there is nothing to restore.
    ['POST /tenant/import']: one('restore', () => ({ code: login() }), 400),
    // Nor is there anything to bring over, or to report of.
    ['POST /tenant/importDump']: one('a dump', () => ({}), 400),
    ['GET /tenant/dumpImport']: one('how far a dump is', () => ({})),
    ['GET /tenant/dumpReport']: one('a report', () => ({ id: '1' }), 404),
    ['PUT /platformConfig/update']: one('a setting', config),
  };
}
