import { setTimeout as wait } from 'node:timers/promises';
import { withClient, type Connection } from '@tradehouse/database';
import { nameForms } from './nameForms.ts';

const WALLS = ['product', 'partner'] as const;
const BATCH = 500;

export interface FillOptions {
  /** Stops after the current batch. */
  readonly signal?: AbortSignal;
  /** Pause after a batch, in multiples of its duration. */
  readonly rest?: number;
}

/**
 * Computes missing search forms of names, from an older version or an imported company: company by company,
 * in small batches during operation. @param owner the administrator acting as the owner
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
          if ((await fillNameFormsBatch(client, wall, id)) === 0) break;
          await wait(rest * (performance.now() - began));
        }
      }
  });

type NameFormsClient = Parameters<Parameters<typeof withClient>[1]>[0];

/** Fills a company's next names without forms, and returns their number. */
async function fillNameFormsBatch(
  client: NameFormsClient,
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
