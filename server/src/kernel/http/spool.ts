import { randomUUID } from 'node:crypto';
import fs, { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { Scope } from '../context.ts';
import type { Kernel } from '../kernel.ts';

/** Milliseconds after which a file is sent no further: a reader that takes as long takes it for ever. */
const LONGEST = 600_000;
/** Milliseconds in which something has to be read on: a reader that stalls gives its place back. */
const STALLED = 60_000;

/**
 * A file that is written aside first and sent from there: a slow reader holds neither a place nor a connection, and what
 * fails is refused before the first byte. Both the writing and what waits to be read have limits (`request.tooMany`).
 *
 * @param write writes the whole file; its end need not be told.
 */
export async function spooled(
  { heavy, sending }: Pick<Kernel, 'heavy' | 'sending'>,
  scope: Pick<Scope, 'tenantId' | 'userId'>,
  write: (file: Writable) => Promise<void>,
): Promise<Readable> {
  const sent = sending.enter(scope);
  try {
    const file = await nameless();
    try {
      await written(heavy, scope, () => write(into(file)));
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

/** A file that stands in no folder: anyone who looks around finds nothing, and it is gone with the process, however that ends. */
async function nameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `tradehouse-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  return file;
}

/**
 * The stream leaves the file open, also where the writing fails: it is read next, or closed by its handle. One that the
 * handle makes would hold on to the handle.
 */
const into = ({ fd }: FileHandle): Writable =>
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

async function written(
  heavy: Kernel['heavy'],
  scope: Pick<Scope, 'tenantId' | 'userId'>,
  write: () => Promise<void>,
): Promise<void> {
  const leave = heavy.enter(scope);
  await write().finally(leave);
}
