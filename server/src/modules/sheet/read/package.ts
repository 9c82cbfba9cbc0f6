import { Buffer } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { DomainError } from '@tradehouse/domain';
import { fromBufferPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { refuse } from '../../../kernel/index.ts';
import { workbookTypes } from './fileTypes.ts';
import { limits } from './limits.ts';

/** A spreadsheet file: its parts by their names, still packed. */
export interface Package {
  readonly zip: ZipFile;
  readonly parts: ReadonlyMap<string, Entry>;
}

const LOCAL = 0x04034b50;
/** A file of the older formats, or one that a password locks. */
const OLD = 0xe011cfd0;
/** What is read of a part before others have their turn. */
const PIECE = 64 * 1024;

export const broken = (): never => refuse('sheet.broken', {}, { field: 'file' });

/** What the package's reader says against it is said as `sheet.broken`. */
const brokenUnlessRefused = (error: unknown): never => {
  if (error instanceof DomainError) throw error;
  return broken();
};

const signatureOf = (file: Buffer): number => (file.length > 22 ? file.readUInt32LE(0) : 0);

/** Begins as spreadsheets do, also those of the older formats that are refused. */
export const isPackage = (bytes: Uint8Array): boolean =>
  [LOCAL, OLD].includes(signatureOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)));

/** Reads the directory of a package (a zip file); nothing is unpacked. Refuses with `sheet.type`, `sheet.broken` and `sheet.external`. */
export async function openPackage(bytes: Uint8Array): Promise<Package> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const begins = signatureOf(file);
  if (begins === OLD) refuse('sheet.old', {}, { field: 'file' });
  if (begins !== LOCAL)
    refuse('sheet.type', { types: workbookTypes.join(', ') }, { field: 'file' });
  const opened = await opening(file).catch(brokenUnlessRefused);
  if (
    [...opened.parts.keys()].some((name) =>
      /(^|\/)externallinks\/|vbaproject\.bin$|^basic\//.test(name),
    )
  )
    refuse('sheet.external', {}, { field: 'file' });
  return opened;
}

/** A part's name: without case, and with slashes, as some programs write backslashes or begin with a slash. */
const partName = (name: string): string =>
  name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();

async function opening(file: Buffer): Promise<Package> {
  // Names are no paths here: nothing is ever written to one.
  const zip = await fromBufferPromise(file, { decodeStrings: false });
  if (zip.entryCount > limits.parts) broken();
  const parts = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    const name = partName(entry.fileNameRaw.toString());
    // Of two parts of one name, programs read now the one, now the other.
    if (parts.has(name) || !entry.canDecodeFileData()) broken();
    parts.set(name, entry);
  }
  return { zip, parts };
}

/**
 * Unpacks a part piece by piece; refuses with `sheet.tooLarge` as soon as it is more than `most` bytes, and with
 * `sheet.broken` where it is not there, or at its end not what was packed.
 */
export async function* unpacked(
  { zip, parts }: Package,
  name: string,
  most: number,
): AsyncGenerator<Uint8Array> {
  const part = parts.get(name) ?? broken();
  let size = 0;
  let sum = 0;
  try {
    for await (const piece of await zip.openReadStreamPromise(part)) {
      size += piece.length;
      if (size > most) refuse('sheet.tooLarge', {}, { field: 'file' });
      sum = crc32(piece, sum);
      yield* slices(piece);
    }
  } catch (error) {
    brokenUnlessRefused(error);
  }
  if (sum !== part.crc32) broken();
}

/** What was not packed comes in one piece. */
function* slices(piece: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < piece.length; at += PIECE) yield piece.subarray(at, at + PIECE);
}
