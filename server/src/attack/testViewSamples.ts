// Inputs for the calls of saved views.
import { addSavedView, scheduleView } from '@tradehouse/contract';
import { sql } from 'kysely';
import { one } from './testSample.ts';
import type { Samples } from './testSample.ts';
import type { World } from './testWorld.ts';

/** A user has a hundred views at most: those of the calls before these are done with. */
const LATEST = 50;

export function viewSamples({ server, company, token, word }: World): Samples {
  const list = 'products';
  const view = () => ({
    list,
    name: word(),
    value: {
      search: { keyword: word(), enabled: true },
      conditions: {
        match: 'and' as const,
        rows: [{ field: 'name', rule: 'like' as const, val: word() }],
      },
      sort: { column: 'name', order: 'asc' as const },
      pageSize: 20,
      columns: { hidden: ['model'] },
    },
  });
  const added = async (): Promise<{ id: string; version: number }> => {
    await sql`
      delete from saved_view where tenant_id = ${company.tenantId} and id in (
        select id from saved_view where tenant_id = ${company.tenantId} order by id desc offset ${LATEST})`.execute(
      server.database.admin,
    );
    return server.call(addSavedView, view(), token);
  };
  const id = async () => ({ id: (await added()).id });
  const rhythm = { every: 'week' as const, onDay: 5, hour: 8, format: 'csv' as const };
  return {
    'POST /savedView/add': one('a view', view),
    'GET /savedView/list': one('of products', () => ({ list })),
    'PUT /savedView/update': one('renamed', async () => ({ ...(await added()), name: word() })),
    'DELETE /savedView/delete': one('deleted', id),
    'PUT /savedView/share': one('with managers', async () => ({
      ...(await id()),
      roleIds: [company.roleIds.manager],
      roleDefault: false,
    })),
    'PUT /savedView/startWith': one('one’s own', async () => ({ list, ...(await id()) })),
    'PUT /savedView/schedule': one('every Friday', async () => ({ ...(await id()), ...rhythm })),
    'DELETE /savedView/schedule': one('no more', async () => {
      const sent = await id();
      await server.call(scheduleView, { ...sent, ...rhythm }, token);
      return sent;
    }),
  };
}
