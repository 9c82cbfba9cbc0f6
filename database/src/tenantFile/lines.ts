import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { codeOf } from '../errorCode.ts';
import { TenantFileError, parseJsonLine } from './manifest.ts';

/** An exported file has no longer lines. */
const LONGEST = 64 * 1024 * 1024;
const NEWLINE = 10;

/**
 * Yields a company file's lines; the omitted last line checks all earlier ones. An iteration ending without
 * error proves a complete, unchanged file.
 *
 * @param most total bytes of all lines: a small file may unpack endlessly.
 */
export async function* linesIn(
  file: Readable,
  most: number = Number.POSITIVE_INFINITY,
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  let before: Buffer | null = null;
  for await (const line of bytesOfLines(unzipTenantFile(file, most))) {
    if (before !== null) {
      hash.update(before);
      yield before.toString('utf8', 0, before.length - 1);
    }
    before = line;
  }
  const seal = before === null ? undefined : sealOf(before.toString('utf8'));
  if (seal === undefined) throw new TenantFileError('cut');
  if (seal !== hash.digest('hex')) throw new TenantFileError('tampered');
}

function sealOf(line: string): string | undefined {
  const value = parseJsonLine(line);
  if (typeof value !== 'object' || value === null) return undefined;
  const seal: unknown = Reflect.get(value, 'seal');
  return typeof seal === 'string' ? seal : undefined;
}

async function* unzipTenantFile(file: Readable, most: number): AsyncGenerator<Buffer> {
  let begun = false;
  let size = 0;
  const gunzip = createGunzip();
  file.on('error', (error) => gunzip.destroy(error));
  try {
    const chunks: AsyncIterable<Buffer> = file.pipe(gunzip);
    for await (const chunk of chunks) {
      begun = true;
      size += chunk.length;
      if (size > most) throw new TenantFileError('tooLarge');
      yield chunk;
    }
  } catch (error) {
    const code = codeOf(error);
    if (code === 'Z_BUF_ERROR') throw new TenantFileError('cut');
    if (typeof code === 'string' && code.startsWith('Z_'))
      throw new TenantFileError(begun ? 'tampered' : 'foreign');
    throw error;
  } finally {
    gunzip.destroy();
    file.destroy();
  }
}

/** Yields whole lines with newline; the remainder comes unchanged. */
async function* bytesOfLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, at + 1)]);
      rest = [];
      length = 0;
      from = at + 1;
    }
    rest.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > LONGEST) throw new TenantFileError('foreign');
  }
  if (length > 0) yield Buffer.concat(rest);
}
