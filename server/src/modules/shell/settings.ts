import type { ReplyOf, shellSettings } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import type { Kysely } from 'kysely';

/** Reads the platform's settings of the shell; defaults: no help, no renewal, views counted. */
export async function shellSettingsOf(
  db: Kysely<Database>,
): Promise<ReplyOf<typeof shellSettings>> {
  const rows = await db
    .selectFrom('platform_config')
    .select(['key', 'value'])
    .where('key', 'in', ['help_url', 'pay_fee_url', 'count_views'])
    .execute();
  const values = new Map(rows.map(({ key, value }) => [key, value.trim()]));
  return {
    helpUrl: values.get('help_url') ?? '',
    renewUrl: values.get('pay_fee_url') ?? '',
    countsViews: values.get('count_views') !== '0',
  };
}
