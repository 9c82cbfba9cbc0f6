import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../kernel/access/index.ts';

/** Figures of SKUs or products as texts. */
export interface FigureTexts {
  /** Ids and figures, row after row; an empty text is a missing figure. */
  readonly texts: readonly string[];
  /** Place of a row in `texts` by the row's id. */
  readonly places: ReadonlyMap<string, number>;
}

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
  const places = new Map<string, number>();
  for (let at = 0; at < texts.length; at += width) places.set(texts[at] ?? '', at);
  return { texts, places };
}

/** Figure of the row at a place, counted from 1; null: missing. */
export function figureAt(
  { texts }: FigureTexts,
  place: number | undefined,
  figure: number,
): string | null {
  const text = place === undefined ? undefined : texts[place + figure];
  return text === undefined || text === '' ? null : text;
}
