import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** A text of SQL with what stands for its places, `$1` to `$9`. */
export const written = (
  text: string,
  places: Readonly<Record<string, RawBuilder<unknown>>>,
): RawBuilder<unknown> =>
  sql.join(
    text.split(/(\$\d)/).map((part) => places[part] ?? sql.raw(part)),
    sql``,
  );
