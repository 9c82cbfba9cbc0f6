import type { Found } from '../verify.ts';

/** What the first line of a company's file says. */
export interface Manifest {
  readonly format: typeof FORMAT;
  readonly version: number;
  /** Which columns the company's tables had; see `schemaHash`. */
  readonly schema: string;
  /** When, as an ISO instant. */
  readonly madeAt: string;
  readonly company: FileCompany;
  /** Table → rows; tables without rows are not named. */
  readonly rows: Readonly<Record<string, number>>;
  /** What the checks found in the company when the file was made: no reason to refuse it its data. Absent: nothing. */
  readonly found?: Found;
}

/** What the platform itself knows of a company. */
export interface FileCompany {
  readonly code: string;
  readonly name: string;
  readonly plan: 'free' | 'paid';
  readonly userLimit: number;
  readonly expiresAt: string | null;
  readonly functionUrls: readonly string[] | null;
  readonly remark: string;
  readonly enabled: boolean;
}

export const FORMAT = 'tradehouse-company';
/** Counted up when a file of before could no longer be read. */
export const FORMAT_VERSION = 1;

/** Why a file can't be taken; the messages are for anyone who runs the product. */
export const fileTroubles = {
  foreign: 'This is no file of a company: it was not made by an export of this product.',
  cut: 'The file is cut off: its end is missing. Copy it again, whole.',
  tampered: 'The file was changed after it was made: its checksum does not fit.',
  newer: 'The file was made by a newer version of the product: restore it with that version.',
  schema:
    'The file was made by a version of the product that this one does not know: restore it with that version, and upgrade there.',
  tooLarge:
    'The file unpacks to more than is restored here: restore it with npm run tenant:import.',
  codeTaken: 'There is a company with this code already: choose another code for the restored one.',
  ids: 'The file names records by numbers beyond any that an installation reaches: nothing was taken.',
  unsound: 'What is in the file is not sound: it breaks a rule of the books, so nothing was taken.',
} as const;

export type FileTrouble = keyof typeof fileTroubles;

/** A company's file can't be taken. */
export class TenantFileError extends Error {
  override readonly name = 'TenantFileError';
  readonly trouble: FileTrouble;
  /** What exactly, for anyone who looks into it: a constraint, or a broken invariant. */
  readonly detail: string;

  constructor(trouble: FileTrouble, detail = '') {
    super(detail === '' ? fileTroubles[trouble] : `${fileTroubles[trouble]} (${detail})`);
    this.trouble = trouble;
    this.detail = detail;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads the first line. Refuses what no export of this product has written, and what a newer one has. */
export function manifestOf(line: string): Manifest {
  const value = parsed(line);
  if (!isObject(value) || value['format'] !== FORMAT) throw new TenantFileError('foreign');
  const { version } = value;
  if (typeof version !== 'number') throw new TenantFileError('foreign');
  if (version > FORMAT_VERSION) throw new TenantFileError('newer');
  const { schema, company, rows, found = {} } = value;
  if (typeof schema !== 'string' || !isCompany(company) || !isCounts(rows) || !isCounts(found))
    throw new TenantFileError('tampered');
  // SAFETY: every field that is read has just been looked at.
  return value as unknown as Manifest;
}

/** The line as JSON; undefined when it is none. */
export function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const isCounts = (value: unknown): boolean =>
  isObject(value) && Object.values(value).every((count) => Number.isSafeInteger(count));

/** What may stand in a select, an address and before a login name. */
const isCode = (value: unknown): boolean =>
  typeof value === 'string' && /^[^\s\p{Cc}]{1,60}$/u.test(value);
const isShort = (value: unknown): boolean => typeof value === 'string' && value.length <= 500;

function isCompany(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { code, name, plan, userLimit, expiresAt, functionUrls, remark, enabled } = value;
  const texts = isCode(code) && isShort(name) && isShort(remark);
  const urls = functionUrls === null || Array.isArray(functionUrls);
  const limit = Number.isSafeInteger(userLimit) && Number(userLimit) > 0;
  const end = expiresAt === null || !Number.isNaN(Date.parse(String(expiresAt)));
  return (
    texts && urls && limit && end && typeof enabled === 'boolean' && /^(free|paid)$/.test(`${plan}`)
  );
}
