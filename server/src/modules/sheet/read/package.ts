import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { refuse } from '../../../kernel/index.ts';
import { limits } from './limits.ts';

/** A part of a package, still packed. */
interface Part {
  readonly packed: Uint8Array;
  readonly deflated: boolean;
  /** The checksum of what it unpacks to. */
  readonly checksum: number;
}

/** The parts of a spreadsheet file by their names. */
export type Package = ReadonlyMap<string, Part>;

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
/** A file of the older formats, or one that a password locks. */
const OLD = 0xe011cfd0;

const broken = (): never => refuse('sheet.broken', {}, { field: 'file' });

/**
 * Reads the directory of a package (a zip file); nothing is unpacked. What its directory says of sizes is not believed, and
 * what it says of names and methods must stand at the parts too: the directory has no checksum of its own.
 * Refuses with `sheet.type`, `sheet.broken` and `sheet.external`.
 */
export function openPackage(bytes: Uint8Array): Package {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isZip = bytes.length > 22 && view.getUint32(0, true) === LOCAL;
  if (!isZip) {
    const old = bytes.length > 4 && view.getUint32(0, true) === OLD;
    refuse(old ? 'sheet.old' : 'sheet.type', {}, { field: 'file' });
  }
  const parts = new Map(entries(view, bytes));
  if ([...parts.keys()].some((name) => /^xl\/externalLinks\/|vbaProject\.bin$/i.test(name)))
    refuse('sheet.external', {}, { field: 'file' });
  return parts;
}

function* entries(view: DataView, bytes: Uint8Array): Generator<[string, Part]> {
  const end = endOf(view);
  const count = view.getUint16(end + 10, true);
  if (count > limits.parts) broken();
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== ENTRY) broken();
    const size = view.getUint32(at + 20, true);
    const [nameLength, extra, comment] = [28, 30, 32].map((field) =>
      view.getUint16(at + field, true),
    ) as [number, number, number];
    const name = textOf(bytes.subarray(at + 46, at + 46 + nameLength));
    const method = view.getUint16(at + 10, true);
    if (method !== 0 && method !== 8) broken();
    const local = view.getUint32(at + 42, true);
    const start = dataOf(view, local);
    const own = bytes.subarray(local + 30, local + 30 + view.getUint16(local + 26, true));
    const same = method === view.getUint16(local + 8, true) && name === textOf(own);
    if (!same || start + size > bytes.length) broken();
    const packed = bytes.subarray(start, start + size);
    const checksum = view.getUint32(at + 16, true);
    yield [name.replace(/^\//, ''), { packed, deflated: method === 8, checksum }];
    at += 46 + nameLength + extra + comment;
  }
  // Nothing of the directory is passed over.
  if (at !== end) broken();
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** The end record stands last, behind it at most a comment. */
function endOf(view: DataView): number {
  const first = Math.max(0, view.byteLength - 22 - 0xffff);
  for (let at = view.byteLength - 22; at >= first; at -= 1)
    if (view.getUint32(at, true) === END) return at;
  return broken();
}

function dataOf(view: DataView, at: number): number {
  if (at + 30 > view.byteLength || view.getUint32(at, true) !== LOCAL) broken();
  return at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
}

/**
 * Unpacks a part piece by piece; refuses with `sheet.tooLarge` as soon as it is more than `most` bytes, and with
 * `sheet.broken` at its end where it is not what was packed.
 */
export async function* unpacked(
  { packed, deflated, checksum }: Part,
  most: number,
): AsyncGenerator<Uint8Array> {
  const source = Readable.from(slices(packed));
  const inflate = createInflateRaw({ chunkSize: 64 * 1024 });
  const pieces = deflated ? source.pipe(inflate) : source;
  let size = 0;
  let sum = 0;
  try {
    for await (const piece of pieces as AsyncIterable<Uint8Array>) {
      size += piece.length;
      if (size > most) refuse('sheet.tooLarge', {}, { field: 'file' });
      sum = crc32(piece, sum);
      yield piece;
    }
    if (sum !== checksum) broken();
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) broken();
    throw error;
  } finally {
    source.destroy();
    inflate.destroy();
  }
}

function* slices(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 64 * 1024) yield bytes.subarray(at, at + 64 * 1024);
}
