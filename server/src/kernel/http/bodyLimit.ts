import type { IncomingHttpHeaders } from 'node:http';
import type { Endpoint } from '@tradehouse/contract';

const KILOBYTE = 1024;
const STRANGERS = 16 * KILOBYTE;
const USUAL = 1024 * KILOBYTE;
const LARGE = 10 * 1024 * KILOBYTE;
/** Room for 5,000 lines of JSON with remarks of some hundred Chinese signs. */
const LINES = 5 * 1024 * KILOBYTE;
const HEAVY = 256 * KILOBYTE;
/** Lines from which on a body of the usual size might not hold them. */
const MANY = 1_000;

/** What anybody may send, in bytes, before it is known what they call. */
export const SMALLEST_BODY = STRANGERS;

/** The largest body of a call, in bytes: little from strangers, much only where files or thousands of lines come. */
export function bodyLimitOf({ access, upload, input }: Endpoint): number {
  if (access === 'public') return STRANGERS;
  if (upload === true) return LARGE;
  return holdsManyLines(input) ? LINES : USUAL;
}

/** Is a body so large that reading it holds others up? One whose length is not told may be. */
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
