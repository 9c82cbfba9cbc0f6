import '@fastify/multipart';
import { createHash } from 'node:crypto';
import { codeOf } from '@tradehouse/database';
import { DomainError, asOneLine } from '@tradehouse/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Upload } from './call.ts';
import { refuse } from '../refuse.ts';

/**
 * Reads the one file of a multipart request whole; its size is limited where the plugin is registered. What can't be taken
 * apart is `request.malformed`, and so is what was not read as its answer was sent or its connection closed: the parser then
 * says nothing more.
 */
export async function readUpload(
  request: FastifyRequest,
  { raw }: Pick<FastifyReply, 'raw'>,
): Promise<Upload> {
  if (!request.isMultipart()) refuse('request.field', { field: 'file' });
  const closed = Promise.withResolvers<never>();
  const close = (): void => closed.reject(new DomainError('request.malformed'));
  if (raw.closed) close();
  raw.once('close', close);
  const reading = Promise.race([fileOf(request), closed.promise]);
  const upload = await reading
    .finally(() => raw.off('close', close))
    .catch((error: unknown) => {
      if (error instanceof DomainError) throw error;
      // The plugin's own refusals bear its code; all else is what its parser stumbled over.
      if (String(codeOf(error)).startsWith('FST_')) throw error;
      return refuse('request.malformed');
    });
  return upload ?? refuse('request.field', { field: 'file' });
}

async function fileOf(request: FastifyRequest): Promise<Upload | null> {
  const file = await request.file();
  if (file === undefined) return null;
  // It is kept and shown like any name, and no schema has looked at it.
  const name = asOneLine(file.filename.slice(0, 200));
  const bytes = await file.toBuffer();
  // The plugin does not see what is beyond the limit where it comes after everything that fits was read.
  if (file.file.truncated) throw new request.server.multipartErrors.RequestFileTooLargeError();
  return { name, type: file.mimetype, bytes };
}

/** What makes two uploads the same: the name and every byte. */
export const digestOf = ({ name, bytes }: Upload): string =>
  createHash('sha256').update(`${name}\0`).update(bytes).digest('hex');
