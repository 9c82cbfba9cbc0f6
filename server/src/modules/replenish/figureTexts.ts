import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../kernel/access/index.ts';

/** Figures by the id of a SKU or product; an empty text is a missing figure. */
export type FigureTexts = ReadonlyMap<string, readonly string[]>;

/**
 * Reads the id and the figures of rows, none with a space. All rows travel in one text, because the driver
 * takes longer for ten thousand rows than the database does.
 */
export async function readFigureTexts(
  { tx }: Pick<Context, 'tx'>,
  rows: RawBuilder<unknown>,
  [id, ...figures]: readonly [id: string, ...figures: string[]],
): Promise<FigureTexts> {
  const parts = figures.map((name) => sql`coalesce(${sql.ref(name)}::text, '')`);
  const { rows: found } = await sql<{ texts: string | null }>`
    select string_agg(concat_ws(' ', ${sql.join([sql.ref(id), ...parts])}), ' ') as texts
    from (${rows}) as given`.execute(tx);
  const texts = found[0]?.texts?.split(' ') ?? [];
  const width = figures.length + 1;
  const byId = new Map<string, readonly string[]>();
  for (let at = 0; at < texts.length; at += width)
    byId.set(texts[at] ?? '', texts.slice(at + 1, at + width));
  return byId;
}
