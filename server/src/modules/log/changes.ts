/** Changed field of a record in the log's format; null if empty. */
export interface FieldChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

type LoggedFields = Readonly<Record<string, unknown>>;

/** Internal fields, hidden from readers of the log. */
const INTERNAL = new Set(['tenant_id', 'id', 'version', 'created_at', 'name_forms']);
/** Notes of colliding names from before names had a normal form. */
const COLLIDING = /^colliding_/;
/** Fields always hidden from every reader of the log. */
const SECRET = /secret|password|token|hash/i;

const fieldNameFromColumn = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Returns fields differing between two states, in logged order; for new or deleted records, all non-empty
 * fields.
 */
export function changesBetween(before: unknown, after: unknown): FieldChange[] {
  const [old, now] = [toLoggedFields(before), toLoggedFields(after)];
  return Object.keys({ ...old, ...now })
    .filter((name) => !INTERNAL.has(name) && !COLLIDING.test(name) && !SECRET.test(name))
    .map((name) => ({
      field: fieldNameFromColumn(name),
      before: toLoggedText(old[name]),
      after: toLoggedText(now[name]),
    }))
    .filter((change) => change.before !== change.after);
}

// SAFETY: an object is read by field names.
const toLoggedFields = (value: unknown): LoggedFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as LoggedFields)
    : {};

/** Trims trailing zeros of decimals, which come from storage. */
function toLoggedText(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (Array.isArray(value)) return value.length === 0 ? null : joinLoggedValues(value);
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  return /^-?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '') : text;
}

const joinLoggedValues = (values: readonly unknown[]): string =>
  values.every((value) => typeof value !== 'object') ? values.join(', ') : JSON.stringify(values);
