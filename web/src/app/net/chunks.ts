import { theServer } from './programServer.ts';
import type { ProgramServer } from './programServer.ts';
import { whileAway } from './away.ts';

/** Time limit for loading a file of the program, in milliseconds. */
const CHUNK_TIME_OUT = 120_000;

/** Failures of loading a program file. */
export type ChunkFailure = 'ChunkLoadError' | 'CSS_CHUNK_LOAD_FAILED' | 'MODULE_NOT_FOUND';

/** Program file that failed to load. */
export class ChunkError extends Error {
  override readonly name = 'ChunkLoadError';
  readonly code: ChunkFailure;
  /** The server has another build by now, without this file. */
  readonly replaced: boolean;

  constructor(code: ChunkFailure, cause?: unknown, replaced = false) {
    super(code, { cause });
    this.code = code;
    this.replaced = replaced;
  }
}

/** Kind of failure, in the terms of browsers and the loader; null if no program file failed. */
export function chunkFailure(error: unknown): ChunkFailure | null {
  if (error instanceof ChunkError) return error.code;
  const text = error instanceof Error ? error.message : '';
  if (/preload CSS/i.test(text)) return 'CSS_CHUNK_LOAD_FAILED';
  if (/cannot find module|failed to resolve module/i.test(text)) return 'MODULE_NOT_FOUND';
  return /dynamically imported module|module script/i.test(text) ? 'ChunkLoadError' : null;
}

/** Loads a file once; gives up after two minutes. @throws ChunkError if loading fails */
export const loadChunkOnce = <T>(
  load: () => Promise<T>,
  timeOut: number = CHUNK_TIME_OUT,
): Promise<T> =>
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

/** Number of attempts at a file while the server has the matching build. */
const TRIES = 3;

/**
 * Loads a program file, waiting while the network is away. @throws ChunkError if the server has another
 * build, or has this build and loading still fails
 */
export const createChunkLoader =
  <T>(load: () => Promise<T>, server: ProgramServer = theServer) =>
  async (): Promise<T> => {
    let ask = load;
    for (let tries = 1; ; tries += 1) {
      try {
        return await loadChunkOnce(ask);
      } catch (error) {
        if (!(error instanceof ChunkError)) throw error;
        const { code, cause } = error;
        const replaced = (await waitForServerBuild(server)) === 'other';
        if (replaced || tries === TRIES) throw new ChunkError(code, cause, replaced);
        ask = server.again(load, cause);
      }
    }
  };

/** Waits until the server reports its build. */
async function waitForServerBuild({ build, pause }: ProgramServer): Promise<'same' | 'other'> {
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

/** Loads one part of a file, in the form expected by `lazy`. */
export const createChunkPartLoader =
  <File, Part>(load: () => Promise<File>, of: (file: File) => Part) =>
  async (): Promise<{ readonly default: Part }> => ({
    default: of(await createChunkLoader(load)()),
  });
