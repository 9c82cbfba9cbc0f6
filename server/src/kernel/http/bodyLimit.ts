import type { IncomingHttpHeaders } from 'node:http';
import type { Endpoint } from '@tradehouse/contract';

const KILOBYTE = 1024;
const STRANGERS = 16 * KILOBYTE;
const USUAL = 1024 * KILOBYTE;
const LARGE = 10 * 1024 * KILOBYTE;
/** Room for 5,000 lines of JSON with remarks of some hundred Chinese signs. */
const LINES = 5 * 1024 * KILOBYTE;
const HEAVY = 256 * KILOBYTE;
/** Lines above which a body of usual size might be too small. */
const MANY = 1_000;

/** Body size allowed to every caller, before the called endpoint is known. */
export const SMALLEST_BODY = STRANGERS;

/** The largest body of a call, in bytes: little from strangers, much only where files or thousands of lines come. */
export function bodyLimitOf({ access, upload, input }: Endpoint): number {
  if (access === 'public') return STRANGERS;
  if (upload === true) return LARGE;
  return holdsManyLines(input) ? LINES : USUAL;
}

/** Can a body delay other requests by its size? A body of unknown length may. */
export const isLarge = ({
  'content-length': length,
  'transfer-encoding': encoding,
}: IncomingHttpHeaders): boolean => encoding !== undefined || Number(length ?? 0) > HEAVY;

function holdsManyLines(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  const { maxItems, items }: { maxItems?: number; items?: { type?: string } } = schema;
  if (maxItems !== undefined && maxItems >= MANY && items?.type === 'object') return true;
  return Object.values(schema).some(holdsManyLines);
}
