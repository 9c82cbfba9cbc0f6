import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Scope } from './context.ts';
import type { Kernel } from './kernel.ts';

/** Milliseconds after which a file is sent no further: a reader that takes as long takes it for ever. */
const LONGEST = 600_000;

/**
 * A file that is written aside first and sent from there: a slow reader holds neither a place nor a connection, and what
 * fails is refused before the first byte. Both the writing and what waits to be read have limits (`request.tooMany`).
 *
 * @param write writes the whole file to the path, which does not exist yet; nobody else may read there.
 */
export async function spooled(
  { heavy, sending }: Pick<Kernel, 'heavy' | 'sending'>,
  scope: Pick<Scope, 'tenantId' | 'userId'>,
  write: (path: string) => Promise<void>,
): Promise<Readable> {
  const path = join(tmpdir(), `tradehouse-${randomUUID()}`);
  const sent = sending.enter(scope);
  const tidy = async (): Promise<void> => {
    sent();
    await rm(path, { force: true });
  };
  try {
    await written(heavy, scope, () => write(path));
  } catch (error) {
    await tidy();
    throw error;
  }
  const file = createReadStream(path);
  const deadline = setTimeout(() => file.destroy(), LONGEST);
  deadline.unref();
  file.once('close', () => {
    clearTimeout(deadline);
    void tidy();
  });
  return file;
}

async function written(
  heavy: Kernel['heavy'],
  scope: Pick<Scope, 'tenantId' | 'userId'>,
  write: () => Promise<void>,
): Promise<void> {
  const leave = heavy.enter(scope);
  await write().finally(leave);
}
