const MS_OF_DAY = 86_400_000;
/** The day that spreadsheets count 0: they begin with 1 January 1900, and believe that 1900 was a leap year. */
const SHEET_DAY_ZERO = Date.UTC(1899, 11, 30);

const written = (time: number): string => new Date(time).toISOString().slice(0, 10);

/**
 * A day as people and spreadsheets write it: 2026-01-05, 2026/1/5, 2026年1月5日, 20260105, with a time behind it or none, or
 * the number by which a sheet keeps it (46027). Answers YYYY-MM-DD; undefined where it is none.
 */
export function dayIn(text: string): string | undefined {
  const tidy = text.trim();
  if (/^[2-7]\d{4}(\.\d+)?$/.test(tidy))
    return written(SHEET_DAY_ZERO + Math.floor(Number(tidy)) * MS_OF_DAY);
  const [, year, month, day] =
    /^(\d{4})(?:[-/.年](\d{1,2})[-/.月](\d{1,2})日?|(\d{2})(\d{2}))(?:[ T].*)?$/
      .exec(tidy)
      ?.filter((part) => part !== undefined) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const named = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${named}T00:00:00Z`);
  return Number.isNaN(time) || written(time) !== named ? undefined : named;
}
