import { normalText, plainText, searchForms, searchPattern } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

// Searches for a part of a text. Texts are kept as they were typed, so a word is looked for in each form that it may have.

type Sql = RawBuilder<boolean>;
type Text = RawBuilder<unknown>;

const oneOf = (tests: readonly Sql[]): Sql => sql`(${sql.join(tests, sql` or `)})`;

/** The text with LIKE's own characters taken literally. */
const literal = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Texts that hold this part, whatever the case and the width of its letters. */
export const holds = (text: Text, part: string): Sql =>
  hasTrigram(part) ? like(text, part, '%', '%') : holdsShort([text], part);

/** The text, which stands beside others in an index of trigrams, or one of the others holds this part. */
export const anyHolds = (texts: readonly Text[], part: string): Sql =>
  hasTrigram(part) ? oneOf(texts.map((text) => holds(text, part))) : holdsShort(texts, part);

/**
 * The text has this part, which an index of trigrams finds, between what may stand before and behind it. Letters without case
 * need no ILIKE, which takes three times as long.
 */
const like = (text: Text, part: string, before: string, behind: string): Sql =>
  oneOf(
    searchForms(part).map((form) => {
      const pattern = before + literal(form) + behind;
      return hasCase(form)
        ? sql<boolean>`${text} ilike ${pattern}`
        : sql<boolean>`${text} like ${pattern}`;
    }),
  );

const hasCase = (text: string): boolean => text.toLowerCase() !== text.toUpperCase();

/**
 * A part without three letters or digits in a row has no trigram, and an index of them would be read from end to end, which
 * the planner takes for little: such a search reads the rows. Of many short texts a plain search in each takes half as long
 * as one in all of them, and that half as long as a search by case in each.
 */
function holdsShort(texts: readonly Text[], part: string): Sql {
  return oneOf(
    plainForms(part).flatMap((form) => {
      const pattern = searchPattern(form);
      if (pattern !== null)
        return [sql<boolean>`concat_ws(chr(10), ${sql.join(texts)}) ~ ${pattern}`];
      return searchForms(form).flatMap((signs) =>
        texts.map((text) => sql<boolean>`strpos(${text}, ${signs}) > 0`),
      );
    }),
  );
}

/** A part as it is, and in its plainest form where that is another word. */
const plainForms = (part: string): readonly string[] => [
  ...new Set([normalText(part) === plainText(part) ? part : plainText(part), part]),
];

/** An index of trigrams finds the texts that hold this part. */
export const hasTrigram = (part: string): boolean => /[\p{L}\p{N}]{3}/u.test(normalText(part));

/** The text ends (`left`: what is open lies left of it) or begins with this part. */
export const ends = (text: Text, part: string, rule: 'left' | 'right'): Sql =>
  like(
    hasTrigram(part) ? text : sql`(${text} || '')`,
    part,
    rule === 'left' ? '%' : '',
    rule === 'left' ? '' : '%',
  );

/**
 * The barcode `of` is the one that a code names: of this very code, or where none has it, of another form (UPC-A, EAN-13, GTIN). As
 * `barcodeFinder`, for codes that stand in rows.
 */
export function isNamedBy(of: string, tenantId: string, code: Text): Sql {
  const stored = sql.ref(`${of}.code`);
  const others = sql`
    case when ${code} ~ '^[0-9]{12}$' then '0' || ${code} when ${code} ~ '^0[0-9]{12,13}$' then substr(${code}, 2) end,
    case when ${code} ~ '^00[0-9]{12}$' then substr(${code}, 3) end`;
  return sql<boolean>`(${stored} = any(array[${code}, ${others}]) and (${stored} = ${code} or not exists (
    select from barcode as itself where itself.tenant_id = ${tenantId} and itself.code = ${code})))`;
}
