/** The code of an error of the system or a library, such as `ESRCH`; undefined where it has none. */
export const codeOf = (error: unknown): unknown =>
  error instanceof Error ? Reflect.get(error, 'code') : undefined;
