import { theServer } from './programServer.ts';
import type { ProgramServer } from './programServer.ts';
import { whileAway } from './away.ts';

/** How long a file of the program is waited for, in milliseconds (spec §9). */
const CHUNK_TIME_OUT = 120_000;

/** What can keep a file of the program away (spec §8). */
export type ChunkFailure = 'ChunkLoadError' | 'CSS_CHUNK_LOAD_FAILED' | 'MODULE_NOT_FOUND';

/** A file of the program that did not come. */
export class ChunkError extends Error {
  override readonly name = 'ChunkLoadError';
  readonly code: ChunkFailure;
  /** The server has another build by now, which does not have this file. */
  readonly replaced: boolean;

  constructor(code: ChunkFailure, cause?: unknown, replaced = false) {
    super(code, { cause });
    this.code = code;
    this.replaced = replaced;
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

/** Loads a file once, and gives up after two minutes. Throws ChunkError when it doesn't come. */
export const once = <T>(load: () => Promise<T>, timeOut: number = CHUNK_TIME_OUT): Promise<T> =>
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

/** How often a file is asked for while the server has the build that names it. */
const TRIES = 3;

/**
 * Loads a file of the program. While nothing answers it waits, and goes on once the network is back. Throws ChunkError
 * where the server has another build, or has this one and the file doesn't come all the same.
 */
export const chunk =
  <T>(load: () => Promise<T>, server: ProgramServer = theServer) =>
  async (): Promise<T> => {
    let ask = load;
    for (let tries = 1; ; tries += 1) {
      try {
        return await once(ask);
      } catch (error) {
        if (!(error instanceof ChunkError)) throw error;
        const { code, cause } = error;
        const replaced = (await answering(server)) === 'other';
        if (replaced || tries === TRIES) throw new ChunkError(code, cause, replaced);
        ask = server.again(load, cause);
      }
    }
  };

/** Waits until the server says which build it has. */
async function answering({ build, pause }: ProgramServer): Promise<'same' | 'other'> {
  const first = await build();
  if (first !== 'away') return first;
  return whileAway(async () => {
    for (;;) {
      await pause();
      const now = await build();
      if (now !== 'away') return now;
    }
  });
}

/** The same for one part of a file, as `lazy` takes it. */
export const part =
  <File, Part>(load: () => Promise<File>, of: (file: File) => Part) =>
  async (): Promise<{ readonly default: Part }> => ({ default: of(await chunk(load)()) });
