import '@fastify/multipart';
import { createHash } from 'node:crypto';
import { codeOf } from '@tradehouse/database';
import { DomainError, asOneLine } from '@tradehouse/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Upload } from './call.ts';
import { refuseWith } from '../refuse.ts';

/**
 * Reads the only file of a multipart request; the plugin's registration limits its size. Unparseable
 * requests are `request.malformed`. So is a file still unread when the answer is sent or the connection
 * closes: the parser then stays silent.
 */
export async function readUpload(
  request: FastifyRequest,
  { raw }: Pick<FastifyReply, 'raw'>,
): Promise<Upload> {
  if (!request.isMultipart()) refuseWith('request.field', { field: 'file' });
  const closed = Promise.withResolvers<never>();
  const close = (): void => closed.reject(new DomainError('request.malformed'));
  if (raw.closed) close();
  raw.once('close', close);
  const reading = Promise.race([readUploadedFile(request), closed.promise]);
  const upload = await reading
    .finally(() => raw.off('close', close))
    .catch((error: unknown) => {
      if (error instanceof DomainError) throw error;
      // The plugin's refusals carry its code; any other error comes from its parser.
      if (String(codeOf(error)).startsWith('FST_')) throw error;
      return refuseWith('request.malformed');
    });
  return upload ?? refuseWith('request.field', { field: 'file' });
}

async function readUploadedFile(request: FastifyRequest): Promise<Upload | null> {
  const file = await request.file();
  if (file === undefined) return null;
  // The name is stored and shown like any name, but no schema has checked it.
  const name = asOneLine(file.filename.slice(0, 200));
  const bytes = await file.toBuffer();
  // The plugin misses the excess if it arrives after everything allowed was read.
  if (file.file.truncated) throw new request.server.multipartErrors.RequestFileTooLargeError();
  return { name, type: file.mimetype, bytes };
}

/** Digest of an upload, from its name and every byte. */
export const uploadDigestOf = ({ name, bytes }: Upload): string =>
  createHash('sha256').update(`${name}\0`).update(bytes).digest('hex');
