import pg from 'pg';

type Parser = (text: string) => unknown;

const { builtins } = pg.types;
// SAFETY: its declaration admits only the element types it names, the function any type.
const driverParser = pg.types.getTypeParser as (oid: number, format?: string) => Parser;

/** Array types, which the driver doesn't name. */
const arrays = { text: 1009, date: 1182, timestamptz: 1185, numeric: 1231 } as const;

const asText = (text: string): string => text;
const asInstant = (text: string): string => new Date(text).toISOString();
// SAFETY: the driver reads an array of texts as its texts, and null for one that is missing.
const asTexts = driverParser(arrays.text) as (text: string) => (string | null)[];
const asInstants = (text: string): (string | null)[] =>
  asTexts(text).map((instant) => instant && asInstant(instant));

const parsers: ReadonlyMap<number, Parser> = new Map<number, Parser>([
  [builtins.INT8, asText],
  [builtins.NUMERIC, asText],
  [builtins.DATE, asText],
  [builtins.TIMESTAMPTZ, asInstant],
  [arrays.numeric, asTexts],
  [arrays.date, asTexts],
  [arrays.timestamptz, asInstants],
]);

const parserOf = (oid: number, format?: string): Parser =>
  (format === 'binary' ? undefined : parsers.get(oid)) ?? driverParser(oid, format);

/**
 * How values leave the database: bigint and numeric as strings (exact), a date as YYYY-MM-DD, an instant as its ISO
 * string in UTC. Numbers inside json are JavaScript's: cast them to text in SQL.
 */
export const types: pg.CustomTypesConfig = {
  // SAFETY: its declaration has an overload for each format, and this one function serves both.
  getTypeParser: parserOf as pg.CustomTypesConfig['getTypeParser'],
};
