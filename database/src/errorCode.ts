/** Code of a system or library error, e.g. `ESRCH`; else undefined. */
export const codeOf = (error: unknown): unknown =>
  error instanceof Error ? Reflect.get(error, 'code') : undefined;
