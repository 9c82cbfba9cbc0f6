/** How long a file of the program is waited for, in milliseconds (spec §9). */
const CHUNK_TIME_OUT = 120_000;

/** What can keep a file of the program away (spec §8). */
export type ChunkFailure = 'ChunkLoadError' | 'CSS_CHUNK_LOAD_FAILED' | 'MODULE_NOT_FOUND';

/** A file of the program that did not come: the server has a newer version, or the network is away. */
export class ChunkError extends Error {
  override readonly name = 'ChunkLoadError';
  readonly code: ChunkFailure;

  constructor(code: ChunkFailure, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

/** Which kind of failure it was, as browsers and the loader put it; null when it was none of the program's files. */
export function chunkFailure(error: unknown): ChunkFailure | null {
  if (error instanceof ChunkError) return error.code;
  const text = error instanceof Error ? error.message : '';
  if (/preload CSS/i.test(text)) return 'CSS_CHUNK_LOAD_FAILED';
  if (/cannot find module|failed to resolve module/i.test(text)) return 'MODULE_NOT_FOUND';
  return /dynamically imported module|module script/i.test(text) ? 'ChunkLoadError' : null;
}

/** Loads a file of the program, and gives up after two minutes. Throws ChunkError when it doesn't come. */
export const chunk =
  <T>(load: () => Promise<T>, timeOut: number = CHUNK_TIME_OUT) =>
  (): Promise<T> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new ChunkError('ChunkLoadError')), timeOut);
      const settle = (): void => clearTimeout(timer);
      load().then(
        (module) => {
          settle();
          resolve(module);
        },
        (error: unknown) => {
          settle();
          const code = chunkFailure(error);
          reject(code === null ? error : new ChunkError(code, error));
        },
      );
    });
