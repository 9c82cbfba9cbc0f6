import { refuseWith } from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';

/** Address of home, which is no row of the menu. */
const HOME = '/dashboard/analysis';

/** Requires a landing page of the menu for companies, or none; refuses at the field `landingUrl`. */
export async function refuseUnknownLanding(
  { tx }: Pick<Context, 'tx'>,
  url: string | undefined,
): Promise<void> {
  if (url === undefined || url === '' || url === HOME) return;
  const page = await tx
    .selectFrom('function')
    .where('url', '=', url)
    .where('platform_only', '=', false)
    .select('id')
    .executeTakeFirst();
  if (page === undefined)
    refuseWith('request.field', { field: 'landingUrl' }, { field: 'landingUrl' });
}
