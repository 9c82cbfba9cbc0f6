import type { FileReply } from '../../kernel/http/index.ts';

/** Largest file in bytes that a message may carry. */
const LARGEST = 20 * 1024 * 1024;

/** Collects a whole file; null for a file too large to send. */
export async function collectFileBody(
  body: FileReply['body'],
  largest: number = LARGEST,
): Promise<Buffer | null> {
  if (body instanceof Uint8Array) return body.length > largest ? null : Buffer.from(body);
  const parts: Buffer[] = [];
  let size = 0;
  // Leaving the loop early ends the stream.
  for await (const part of body) {
    const bytes = Buffer.from(part);
    size += bytes.length;
    if (size > largest) return null;
    parts.push(bytes);
  }
  return Buffer.concat(parts);
}
