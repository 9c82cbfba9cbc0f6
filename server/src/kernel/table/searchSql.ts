import { normalText, plainText, searchForms, searchPattern } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

// Searches for a part of a text. Texts are stored as typed, so a word is searched in each form.

type SearchTestSql = RawBuilder<boolean>;
type SearchTextSql = RawBuilder<unknown>;

const anyTestSql = (tests: readonly SearchTestSql[]): SearchTestSql =>
  sql`(${sql.join(tests, sql` or `)})`;

/** Words of a keyword; further words join the last. */
const MOST_WORDS = 5;

function keywordWordsOf(keyword: string): readonly string[] {
  const words = keyword.trim().split(/\s+/u);
  const last = words.slice(MOST_WORDS - 1).join(' ');
  return [...words.slice(0, MOST_WORDS - 1), ...(last === '' ? [] : [last])];
}

/** Tests that each word of the keyword is part of one of the texts: `gang bi` finds what `gangbi` does. */
export const holdWords = (texts: readonly SearchTextSql[], keyword: string): SearchTestSql =>
  sql`(${sql.join(
    keywordWordsOf(keyword).map((word) => anyHolds(texts, word)),
    sql` and `,
  )})`;

/** Ranks a keyword against a record: 0 equals a whole name, 1 begins a name, 2 anything else. */
export function rankOfName(names: readonly SearchTextSql[], keyword: string): RawBuilder<number> {
  const forms = [...searchForms(keyword), keyword.replaceAll(/\s/gu, '')].map((form) =>
    form.toLowerCase(),
  );
  const lines = sql`lower(concat_ws(chr(10), '', ${sql.join(names)}, ''))`;
  const hold = (ends: string) =>
    anyTestSql([...new Set(forms)].map((form) => sql`strpos(${lines}, ${`\n${form}${ends}`}) > 0`));
  return sql<number>`case when ${hold('\n')} then 0 when ${hold('')} then 1 else 2 end`;
}

/** The text with LIKE's own characters taken literally. */
const escapeLikePattern = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Tests that a text contains the part, in any letter case and width. */
export const containsTextSql = (text: SearchTextSql, part: string): SearchTestSql =>
  hasTrigram(part) ? likePatternSql(text, part, '%', '%') : holdsShort([text], part);

/** Tests that one of several texts in a trigram index contains the part. */
export const anyHolds = (texts: readonly SearchTextSql[], part: string): SearchTestSql =>
  hasTrigram(part)
    ? anyTestSql(texts.map((text) => containsTextSql(text, part)))
    : holdsShort(texts, part);

/**
 * Matches the part by a trigram index, between patterns before and after. Letters without case need no
 * ILIKE, which takes three times as long.
 */
const likePatternSql = (
  text: SearchTextSql,
  part: string,
  before: string,
  behind: string,
): SearchTestSql =>
  anyTestSql(
    searchForms(part).map((form) => {
      const pattern = before + escapeLikePattern(form) + behind;
      return hasCase(form)
        ? sql<boolean>`${text} ilike ${pattern}`
        : sql<boolean>`${text} like ${pattern}`;
    }),
  );

const hasCase = (text: string): boolean => text.toLowerCase() !== text.toUpperCase();

/**
 * Searches for a part without three letters or digits in a row, and so without a trigram. A trigram index
 * would be scanned whole, which the planner underestimates, so the search reads the rows. For many short
 * texts, a plain search in each takes half as long as one in all. One in all takes half as long as a
 * case-insensitive search in each.
 */
function holdsShort(texts: readonly SearchTextSql[], part: string): SearchTestSql {
  return anyTestSql(
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

/** Returns the part unchanged, and the plainest form if different. */
const plainForms = (part: string): readonly string[] => [
  ...new Set([normalText(part) === plainText(part) ? part : plainText(part), part]),
];

/** Can a trigram index find texts with the part? */
export const hasTrigram = (part: string): boolean => /[\p{L}\p{N}]{3}/u.test(normalText(part));

/** Tests that the text ends (`left`: the open end is on the left) or begins with the part. */
export const textEndsSql = (
  text: SearchTextSql,
  part: string,
  rule: 'left' | 'right',
): SearchTestSql =>
  likePatternSql(
    hasTrigram(part) ? text : sql`(${text} || '')`,
    part,
    rule === 'left' ? '%' : '',
    rule === 'left' ? '' : '%',
  );

/**
 * Tests that a code names the barcode `of`: exactly, or if no barcode has the code, by another form (UPC-A,
 * EAN-13, GTIN). Works like `barcodeFinder`, for codes in rows.
 */
export function isNamedBy(of: string, tenantId: string, code: SearchTextSql): SearchTestSql {
  const stored = sql.ref(`${of}.code`);
  const others = sql`
    case when ${code} ~ '^[0-9]{12}$' then '0' || ${code} when ${code} ~ '^0[0-9]{12,13}$' then substr(${code}, 2) end,
    case when ${code} ~ '^00[0-9]{12}$' then substr(${code}, 3) end`;
  return sql<boolean>`(${stored} = any(array[${code}, ${others}]) and (${stored} = ${code} or not exists (
    select from barcode as itself where itself.tenant_id = ${tenantId} and itself.code = ${code})))`;
}
