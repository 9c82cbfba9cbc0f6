import type { ViolationCounts } from '../verify.ts';

/** Manifest in the first line of a company file. */
export interface Manifest {
  readonly format: typeof FORMAT;
  readonly version: number;
  /** Hash of the table columns; see `schemaHash`. */
  readonly schema: string;
  /** Time of the export, an ISO instant. */
  readonly madeAt: string;
  readonly company: FileCompany;
  /** Table → rows; tables without rows are not named. */
  readonly rows: Readonly<Record<string, number>>;
  /** Violations found in the company at export time; no reason to withhold the data. Absent: none. */
  readonly found?: ViolationCounts;
}

/** Platform data of a company. */
export interface FileCompany {
  readonly code: string;
  readonly name: string;
  /** Code of a plan; a restored company is on trial where the plan is unknown. */
  readonly plan: string;
  readonly userLimit: number;
  readonly expiresAt: string | null;
  readonly functionUrls: readonly string[] | null;
  readonly remark: string;
  readonly enabled: boolean;
}

export const FORMAT = 'tradehouse-company';
/** Counted up when a file of before could no longer be read. */
export const FORMAT_VERSION = 1;

/** Reasons for refusing an export file, in sentences for the operator. */
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
  /** Exact cause: a constraint, or a violated invariant. */
  readonly detail: string;

  constructor(trouble: FileTrouble, detail = '') {
    super(detail === '' ? fileTroubles[trouble] : `${fileTroubles[trouble]} (${detail})`);
    this.trouble = trouble;
    this.detail = detail;
  }
}

const isManifestObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses the first line. Refuses foreign files and newer versions. */
export function manifestOf(line: string): Manifest {
  const value = parseJsonLine(line);
  if (!isManifestObject(value) || value['format'] !== FORMAT) throw new TenantFileError('foreign');
  const { version } = value;
  if (typeof version !== 'number') throw new TenantFileError('foreign');
  if (version > FORMAT_VERSION) throw new TenantFileError('newer');
  const { schema, company, rows, found = {} } = value;
  if (typeof schema !== 'string' || !isCompany(company) || !isCounts(rows) || !isCounts(found))
    throw new TenantFileError('tampered');
  // SAFETY: every field read later was checked above.
  return value as unknown as Manifest;
}

/** Parses the line in JSON; undefined if invalid. */
export function parseJsonLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const isCounts = (value: unknown): boolean =>
  isManifestObject(value) && Object.values(value).every((count) => Number.isSafeInteger(count));

/** Code valid in a select, an address and before a login name. */
const isCompanyCode = (value: unknown): boolean =>
  typeof value === 'string' && /^[^\s\p{Cc}]{1,60}$/u.test(value);
const isShort = (value: unknown): boolean => typeof value === 'string' && value.length <= 500;

function isCompany(value: unknown): boolean {
  if (!isManifestObject(value)) return false;
  const { code, name, plan, userLimit, expiresAt, functionUrls, remark, enabled } = value;
  const texts = isCompanyCode(code) && isShort(name) && isShort(remark);
  const urls = functionUrls === null || Array.isArray(functionUrls);
  const limit = Number.isSafeInteger(userLimit) && Number(userLimit) > 0;
  const end = expiresAt === null || !Number.isNaN(Date.parse(String(expiresAt)));
  return (
    texts &&
    urls &&
    limit &&
    end &&
    typeof enabled === 'boolean' &&
    /^[a-z][a-z0-9_]{0,29}$/.test(`${plan}`)
  );
}
