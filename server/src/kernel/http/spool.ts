import { randomUUID } from 'node:crypto';
import fs, { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { Scope } from '../access/context.ts';
import type { Kernel } from '../kernel.ts';

/** Milliseconds after which sending a file stops: a slower reader would never finish. */
const LONGEST = 600_000;
/** Milliseconds within which a reader must read on: a stalled reader frees its place. */
const STALLED = 60_000;

/**
 * Writes a file to disk first and sends it from there: a slow reader holds neither a place nor a
 * connection, and failures are refused before the first byte. Writing and waiting files have limits
 * (`request.tooMany`).
 *
 * @param write writes the whole file; need not report the end.
 */
export async function spoolFile(
  { heavy, sending }: Pick<Kernel, 'heavy' | 'sending'>,
  scope: Pick<Scope, 'tenantId' | 'userId'>,
  write: (file: Writable) => Promise<void>,
): Promise<Readable> {
  const sent = sending.enter(scope);
  try {
    const file = await openUnlinkedFile();
    try {
      await writeInHeavyLane(heavy, scope, () => write(writeStreamInto(file)));
    } catch (error) {
      await file.close();
      throw error;
    }
    return readOnce(file, sent);
  } catch (error) {
    sent();
    throw error;
  }
}

/**
 * Opens a file without a directory entry: no one can find it, and it disappears with the process, however
 * that ends.
 */
async function openUnlinkedFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `tradehouse-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  return file;
}

/**
 * The stream leaves the file open, even after a failed write: it is read next, or closed by its handle. A
 * stream made by the handle would hold the handle.
 */
const writeStreamInto = ({ fd }: FileHandle): Writable =>
  createWriteStream('', { fd, fs: { ...fs, close: (_, done) => done?.() } });

function readOnce(file: FileHandle, done: () => void): Readable {
  const reading = file.createReadStream({ start: 0 });
  const deadline = setTimeout(() => reading.destroy(), LONGEST);
  let sent = 0;
  const looks = setInterval(() => {
    if (reading.bytesRead === sent) reading.destroy();
    sent = reading.bytesRead;
  }, STALLED);
  deadline.unref();
  looks.unref();
  reading.once('close', () => {
    clearTimeout(deadline);
    clearInterval(looks);
    done();
  });
  return reading;
}

async function writeInHeavyLane(
  heavy: Kernel['heavy'],
  scope: Pick<Scope, 'tenantId' | 'userId'>,
  write: () => Promise<void>,
): Promise<void> {
  const leave = heavy.enter(scope);
  await write().finally(leave);
}
