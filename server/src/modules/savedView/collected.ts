import type { FileReply } from '../../kernel/index.ts';

/** Bytes that a file may have to be sent along with a message. */
const LARGEST = 20 * 1024 * 1024;

/** All of a file; null where it is larger than one that is sent may be. */
export async function collected(
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
