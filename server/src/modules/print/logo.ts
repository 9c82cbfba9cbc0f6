import { isKeyOf } from '@tradehouse/domain';
import { sql } from 'kysely';
import { refuseWith } from '../../kernel/access/index.ts';
import { logChange } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';

/** First bytes of the two picture types, regardless of the file name. */
const beginnings = { png: '89504e470d0a1a0a', jpeg: 'ffd8ff' } as const;

/** Returns the company's logo in a `data:` address, '' without a logo. */
export async function logoOf({ tx, tenantId }: Context): Promise<string> {
  const { rows } = await sql<{ logo: string }>`
    select logo from print_logo where tenant_id = ${tenantId}`.execute(tx);
  return rows[0]?.logo ?? '';
}

/** Stores a logo, or none (''). Refuses a picture unlike the declared type. */
export async function keepLogo(context: Context, logo: string): Promise<Record<string, never>> {
  const { tx, tenantId } = context;
  if (logo === '') await sql`delete from print_logo where tenant_id = ${tenantId}`.execute(tx);
  else {
    const [type = '', base64 = ''] = logo.replace('data:image/', '').split(';base64,');
    const begins = Buffer.from(base64.slice(0, 24), 'base64').toString('hex');
    if (!isKeyOf(beginnings, type) || !begins.startsWith(beginnings[type]))
      refuseWith('file.picture', {}, { field: 'logo' });
    await sql`
      insert into print_logo (tenant_id, logo) values (${tenantId}, ${logo})
      on conflict (tenant_id) do update set logo = excluded.logo`.execute(tx);
  }
  logChange(context, {
    action: logo === '' ? 'delete' : 'update',
    subject: 'print_logo',
    subjectId: tenantId,
  });
  return {};
}
