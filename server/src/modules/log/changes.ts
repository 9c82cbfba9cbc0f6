/** A field that a record changed in, as the log shows it; null where there was or is nothing. */
export interface Change {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

type Plain = Readonly<Record<string, unknown>>;

/** Kept for the product itself: no one who reads the log asks for them. */
const INTERNAL = new Set(['tenant_id', 'id', 'version', 'created_at', 'name_forms']);
/** Notes that a name was like another before names had one form. */
const COLLIDING = /^colliding_/;
/** Whatever is named so is never shown, no matter who wrote it down. */
const SECRET = /secret|password|token|hash/i;

const camel = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * The fields in which two states of a record differ, in the order they were written down. Of a new or deleted record:
 * every field that says something.
 */
export function changesBetween(before: unknown, after: unknown): Change[] {
  const [old, now] = [plain(before), plain(after)];
  return Object.keys({ ...old, ...now })
    .filter((name) => !INTERNAL.has(name) && !COLLIDING.test(name) && !SECRET.test(name))
    .map((name) => ({
      field: camel(name),
      before: shown(old[name]),
      after: shown(now[name]),
    }))
    .filter((change) => change.before !== change.after);
}

// SAFETY: an object by the names of its fields.
const plain = (value: unknown): Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Plain) : {};

/** Trailing zeros of a decimal are how it is kept, not what it says. */
function shown(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (Array.isArray(value)) return value.length === 0 ? null : listed(value);
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  return /^-?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '') : text;
}

const listed = (values: readonly unknown[]): string =>
  values.every((value) => typeof value !== 'object') ? values.join(', ') : JSON.stringify(values);
