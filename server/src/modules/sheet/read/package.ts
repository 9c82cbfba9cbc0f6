import { Buffer } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { DomainError } from '@tradehouse/domain';
import { fromBufferPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { refuseWith } from '../../../kernel/access/index.ts';
import { workbookTypes } from './fileTypes.ts';
import { limits } from './limits.ts';

/** Spreadsheet file: parts by name, still packed. */
export interface Package {
  readonly zip: ZipFile;
  readonly parts: ReadonlyMap<string, Entry>;
}

const LOCAL = 0x04034b50;
/** Signature of an older format or a password-protected file. */
const OLD = 0xe011cfd0;
/** Bytes read before yielding to other work. */
const PIECE = 64 * 1024;

export const refuseBrokenFile = (): never => refuseWith('sheet.broken', {}, { field: 'file' });

/** Reports errors of the zip reader by `sheet.broken`. */
const brokenUnlessRefused = (error: unknown): never => {
  if (error instanceof DomainError) throw error;
  return refuseBrokenFile();
};

const signatureOf = (file: Buffer): number => (file.length > 22 ? file.readUInt32LE(0) : 0);

/** Tests for a spreadsheet signature, including refused older formats. */
export const isPackage = (bytes: Uint8Array): boolean =>
  [LOCAL, OLD].includes(signatureOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)));

/** Reads the directory of a package (a zip file); nothing is unpacked. Refuses with `sheet.type`, `sheet.broken` and `sheet.external`. */
export async function openPackage(bytes: Uint8Array): Promise<Package> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const begins = signatureOf(file);
  if (begins === OLD) refuseWith('sheet.old', {}, { field: 'file' });
  if (begins !== LOCAL)
    refuseWith('sheet.type', { types: workbookTypes.join(', ') }, { field: 'file' });
  const opened = await openZipPackage(file).catch(brokenUnlessRefused);
  if (
    [...opened.parts.keys()].some((name) =>
      /(^|\/)externallinks\/|vbaproject\.bin$|^basic\//.test(name),
    )
  )
    refuseWith('sheet.external', {}, { field: 'file' });
  return opened;
}

/** Normalises a part name: lower case, no leading slash, and no backslashes, which some programs write. */
const partName = (name: string): string =>
  name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();

async function openZipPackage(file: Buffer): Promise<Package> {
  // Names are no paths: nothing is ever written to one.
  const zip = await fromBufferPromise(file, { decodeStrings: false });
  if (zip.entryCount > limits.parts) refuseBrokenFile();
  const parts = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    const name = partName(entry.fileNameRaw.toString());
    // Duplicate part names are refused: programs disagree on the part to read.
    if (parts.has(name) || !entry.canDecodeFileData()) refuseBrokenFile();
    parts.set(name, entry);
  }
  return { zip, parts };
}

/**
 * Unpacks a part piece by piece. Refuses with `sheet.tooLarge` beyond `most` bytes; with `sheet.broken` if
 * the part is missing or damaged.
 */
export async function* unpackPart(
  { zip, parts }: Package,
  name: string,
  most: number,
): AsyncGenerator<Uint8Array> {
  const part = parts.get(name) ?? refuseBrokenFile();
  let size = 0;
  let sum = 0;
  try {
    for await (const piece of await zip.openReadStreamPromise(part)) {
      size += piece.length;
      if (size > most) refuseWith('sheet.tooLarge', {}, { field: 'file' });
      sum = crc32(piece, sum);
      yield* sliceUnpackedBytes(piece);
    }
  } catch (error) {
    brokenUnlessRefused(error);
  }
  if (sum !== part.crc32) refuseBrokenFile();
}

/** Parts stored without compression arrive in one piece. */
function* sliceUnpackedBytes(piece: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < piece.length; at += PIECE) yield piece.subarray(at, at + PIECE);
}
