import { isKeyOf } from '@tradehouse/domain';
import { sql } from 'kysely';
import { log, refuse } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';

/** How the two sorts of picture begin, whatever they are called. */
const beginnings = { png: '89504e470d0a1a0a', jpeg: 'ffd8ff' } as const;

/** The company's logo as a `data:` address, '' without one. */
export async function logoOf({ tx, tenantId }: Context): Promise<string> {
  const { rows } = await sql<{ logo: string }>`
    select logo from print_logo where tenant_id = ${tenantId}`.execute(tx);
  return rows[0]?.logo ?? '';
}

/** Keeps another logo, or none ('' ). Refuses what is not the picture it says it is. */
export async function keepLogo(context: Context, logo: string): Promise<Record<string, never>> {
  const { tx, tenantId } = context;
  if (logo === '') await sql`delete from print_logo where tenant_id = ${tenantId}`.execute(tx);
  else {
    const [type = '', base64 = ''] = logo.replace('data:image/', '').split(';base64,');
    const begins = Buffer.from(base64.slice(0, 24), 'base64').toString('hex');
    if (!isKeyOf(beginnings, type) || !begins.startsWith(beginnings[type]))
      refuse('file.picture', {}, { field: 'logo' });
    await sql`
      insert into print_logo (tenant_id, logo) values (${tenantId}, ${logo})
      on conflict (tenant_id) do update set logo = excluded.logo`.execute(tx);
  }
  log(context, {
    action: logo === '' ? 'delete' : 'update',
    subject: 'print_logo',
    subjectId: tenantId,
  });
  return {};
}
