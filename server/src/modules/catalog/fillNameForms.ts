import { setTimeout as wait } from 'node:timers/promises';
import { withClient, type Connection } from '@tradehouse/database';
import { nameForms } from './nameForms.ts';

const WALLS = ['product', 'partner'] as const;
const BATCH = 500;

export interface FillOptions {
  /** Ends it after the batch that is under way. */
  readonly signal?: AbortSignal;
  /** Pause after a batch, as a multiple of the time that the batch took. */
  readonly rest?: number;
}

/**
 * Works out the further forms of names that an older version wrote, or that came with a company's file: company by company,
 * in small batches beside the work.
 * @param owner the administrator acting as the owner
 */
export const fillNameForms = (
  owner: Connection,
  { signal, rest = 1 }: FillOptions = {},
): Promise<void> =>
  withClient(owner, async (client) => {
    const goesOn = (): boolean => signal?.aborted !== true;
    const { rows: companies } = await client.query<{ id: string }>(
      'select id from tenant order by id',
    );
    for (const { id } of companies)
      for (const wall of WALLS) {
        while (goesOn()) {
          const began = performance.now();
          if ((await fillBatch(client, wall, id)) === 0) break;
          await wait(rest * (performance.now() - began));
        }
      }
  });

type Client = Parameters<Parameters<typeof withClient>[1]>[0];

/** Fills the next names of a company that have no forms yet, and answers how many there were. */
async function fillBatch(
  client: Client,
  wall: (typeof WALLS)[number],
  tenantId: string,
): Promise<number> {
  await client.query('begin');
  try {
    // The id comes from the database, so it is digits.
    await client.query(`set local app.tenant_id = '${tenantId}'`);
    const { rows } = await client.query<{ id: string; name: string }>(
      `select id, name from ${wall} where tenant_id = $1 and name_forms is null order by id limit ${BATCH} for no key update`,
      [tenantId],
    );
    if (rows.length > 0)
      await client.query(
        `update ${wall} set name_forms = worked_out.forms
      from unnest($2::bigint[], $3::text[]) as worked_out (id, forms)
      where ${wall}.tenant_id = $1 and ${wall}.id = worked_out.id`,
        [tenantId, rows.map(({ id }) => id), rows.map(({ name }) => nameForms(name))],
      );
    await client.query('commit');
    return rows.length;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
