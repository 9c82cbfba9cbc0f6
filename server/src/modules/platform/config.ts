import { platformConfigTable } from '@tradehouse/contract';
import type { InputOf, ReplyOf, updatePlatformConfig } from '@tradehouse/contract';
import { platformLabels } from '@tradehouse/database';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { log, found, isLink, refuse, refuseStale, source } from '../../kernel/index.ts';
import type { Context, Language } from '../../kernel/index.ts';

/** Every setting of the platform; what is secret shows whether it is set, and nothing else. */
export const platformConfigRows = source(platformConfigTable, ({ tx, language }) =>
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

type Changed = ReplyOf<typeof updatePlatformConfig>;

/** Sets one value. A secret leaves no trace in the log but that it was set. */
export async function changeConfig(
  context: Context,
  { key, version, value }: InputOf<typeof updatePlatformConfig>,
): Promise<Changed> {
  const { tx } = context;
  const before = found(
    await tx
      .selectFrom('platform_config')
      .selectAll()
      .where('key', '=', key)
      .forUpdate()
      .executeTakeFirst(),
  );
  if (before.version !== version)
    await refuseStale(context, 'platform_config', key, before.version);
  // A switch knows two states, and anyone who reads it knows no other.
  if (key.endsWith('_flag') && !/^[01]$/.test(value))
    refuse('request.field', { field: 'value' }, { field: 'value' });
  if (isAddress(key) && value.trim() !== '' && !isLink(value.trim()))
    refuse('function.url', {}, { field: 'value' });
  await tx
    .updateTable('platform_config')
    .set({ value, version: version + 1 })
    .where('key', '=', key)
    .execute();
  const shown = before.secret ? {} : { before: { value: before.value }, after: { value } };
  log(context, {
    action: 'update',
    subject: 'platform_config',
    subjectId: key,
    number: key,
    ...shown,
  });
  return { key, version: version + 1 };
}
