import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** Fills the placeholders `$1` to `$9` of an SQL text. */
export const sqlFromTemplate = (
  text: string,
  places: Readonly<Record<string, RawBuilder<unknown>>>,
): RawBuilder<unknown> =>
  sql.join(
    text.split(/(\$\d)/).map((part) => places[part] ?? sql.raw(part)),
    sql``,
  );
