/** HTTP class of a refusal (design §4). */
export type ErrorClass = 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429 | 500 | 503;

interface ErrorEntry {
  /** The stable number on the wire (domain.md §9 where it names one). */
  readonly code: number;
  readonly status: ErrorClass;
}

/** Every refusal of the product: one row each, its sentence in both phrase files of the server. */
export const errors = {
  'request.malformed': { code: 400, status: 400 },
  'session.missing': { code: 401, status: 401 },
  'access.denied': { code: 403, status: 403 },
  'record.missing': { code: 404, status: 404 },
  'record.stale': { code: 409001, status: 409 },
  'record.inUse': { code: 601, status: 422 },
  'name.taken': { code: 602, status: 422 },
  'server.failed': { code: 500, status: 500 },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorKey = keyof typeof errors;
