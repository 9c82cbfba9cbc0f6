import { sql } from 'kysely';
import type { Context } from '../../kernel/access/index.ts';

export interface BusinessDay {
  /** YYYY-MM-DD */
  readonly day: string;
  /** The instant of nine o'clock by the company's clock, in milliseconds. */
  readonly opens: number;
}

/** Lists the days up to `last` (YYYY-MM-DD), earliest first. */
export async function businessDays(
  { tx, tenantId }: Pick<Context, 'tx' | 'tenantId'>,
  last: string,
  length: number,
): Promise<readonly BusinessDay[]> {
  const { rows } = await sql<BusinessDay>`
    select (${last}::date - back)::text as day,
      (extract(epoch from (${last}::date - back + time '09:00') at time zone time_zone) * 1000)::float8 as opens
    from tenant_setting, generate_series(0, ${length - 1}::int) as back
    where tenant_id = ${tenantId} order by 1`.execute(tx);
  return rows;
}
