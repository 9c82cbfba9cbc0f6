import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Upload } from './call.ts';
import { refuse } from './refuse.ts';

/** Reads the one file of a multipart request whole; its size is limited where the plugin is registered. */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart()) refuse('request.field', { field: 'file' });
  const file = await request.file();
  if (file === undefined) return refuse('request.field', { field: 'file' });
  return { name: file.filename.slice(0, 200), type: file.mimetype, bytes: await file.toBuffer() };
}
