import pg from 'pg';

type Parser = (text: string) => unknown;

const { builtins } = pg.types;
// SAFETY: the declaration admits only named element types, the function any type.
const driverParser = pg.types.getTypeParser as (oid: number, format?: string) => Parser;

/** Array types without a name in the driver. */
const arrays = { text: 1009, date: 1182, timestamptz: 1185, numeric: 1231 } as const;

const asText = (text: string): string => text;
const asInstant = (text: string): string => new Date(text).toISOString();
// SAFETY: the driver reads a text array into texts, null for missing.
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
 * Value formats: bigint and numeric in exact strings, dates in YYYY-MM-DD, instants in ISO UTC. Numbers
 * inside json are JavaScript's: cast to text in SQL.
 */
export const types: pg.CustomTypesConfig = {
  // SAFETY: the declaration has an overload per format; this function serves both.
  getTypeParser: parserOf as pg.CustomTypesConfig['getTypeParser'],
};
