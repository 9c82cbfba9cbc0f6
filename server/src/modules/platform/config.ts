import { isPlatformSwitch, platformConfigTable } from '@tradehouse/contract';
import type { InputOf, ReplyOf, updatePlatformConfig } from '@tradehouse/contract';
import { platformLabels } from '@tradehouse/database';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { isLink } from '../../kernel/http/index.ts';
import { bindTable } from '../../kernel/table/index.ts';
import { logChange, refuseStale } from '../../kernel/tx/index.ts';
import type { Context, Language } from '../../kernel/access/index.ts';

/** Lists every platform setting; a secret only shows if a value is set. */
export const platformConfigRows = bindTable(platformConfigTable, ({ tx, language }) =>
  tx
    .selectFrom('platform_config')
    .select([
      'key as id',
      'version',
      'key',
      labelIn(language).as('label'),
      sql<string | null>`case when secret then null else value end`.as('value'),
      sql<boolean>`value <> ''`.as('hasValue'),
      'secret',
      'public',
    ]),
);

/** A setting's name in the reader's language. */
const labelIn = (language: Language): RawBuilder<string> =>
  language === 'en'
    ? sql`coalesce(${JSON.stringify(platformLabels)}::jsonb ->> key, label)`
    : sql`label`;

/** Where browsers are sent, or the server asks. */
const isAddress = (key: string): boolean => key.endsWith('_url') || key === 'cas_service';

type ChangedConfig = ReplyOf<typeof updatePlatformConfig>;

/** Sets a value. A secret leaves no trace in the log except the fact. */
export async function changeConfig(
  context: Context,
  { key, version, value }: InputOf<typeof updatePlatformConfig>,
): Promise<ChangedConfig> {
  const { tx } = context;
  const before = orRefuseMissing(
    await tx
      .selectFrom('platform_config')
      .selectAll()
      .where('key', '=', key)
      .forUpdate()
      .executeTakeFirst(),
  );
  if (before.version !== version)
    await refuseStale(context, 'platform_config', key, before.version);
  // A switch has two states, and no reader knows a third.
  if (isPlatformSwitch(key) && !/^[01]$/.test(value))
    refuseWith('request.field', { field: 'value' }, { field: 'value' });
  if (isAddress(key) && value.trim() !== '' && !isLink(value.trim()))
    refuseWith('function.url', {}, { field: 'value' });
  await tx
    .updateTable('platform_config')
    .set({ value, version: version + 1 })
    .where('key', '=', key)
    .execute();
  const shown = before.secret ? {} : { before: { value: before.value }, after: { value } };
  logChange(context, {
    action: 'update',
    subject: 'platform_config',
    subjectId: key,
    number: key,
    ...shown,
  });
  return { key, version: version + 1 };
}
