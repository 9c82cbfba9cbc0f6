import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { refuseWith } from '../../kernel/access/index.ts';
import { createTurns } from '../../kernel/http/index.ts';

export interface NormalizedPicture {
  readonly bytes: Buffer;
  readonly thumbnail: Buffer;
}

/** Longer side in pixels, of the stored picture and of the thumbnail. */
const LARGE = 1_600;
const SMALL = 160;
/** Limits against decompression bombs: pixels, and bytes for whole pictures in memory. */
const MOST_PIXELS = 60_000_000;
const MOST_UNFOLDED = 256 * 1024 * 1024;

/** Concurrent decodings over all users; the waiting limit equals the uploads that may be on their way. */
const inTurn = createTurns(2, 60);

/**
 * Re-encodes a picture as upright WebP of at most 1600 pixels a side, with thumbnail. Only bytes written
 * here are served: hidden content and photo locations are dropped. Refuses with `file.picture` unreadable
 * or too large pictures.
 */
export const normalizePicture = (
  bytes: Uint8Array,
  most = MOST_UNFOLDED,
): Promise<NormalizedPicture> =>
  inTurn(async () => {
    try {
      if ((await readDecodedSize(bytes)) > most) return refuseWith('file.picture');
      const whole = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' }).autoOrient();
      const large = await resizeWithin(whole, LARGE, 82);
      return { bytes: large, thumbnail: await resizeWithin(sharp(large), SMALL, 75) };
    } catch {
      return refuseWith('file.picture');
    }
  });

const resizeWithin = (picture: Sharp, side: number, quality: number): Promise<Buffer> =>
  picture
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .toBuffer();

/** Decoded size in bytes; some accepted formats use two bytes per channel. */
async function readDecodedSize(bytes: Uint8Array): Promise<number> {
  const { width, height, channels, depth } = await sharp(bytes).metadata();
  return width * height * channels * (depth === 'uchar' ? 1 : 2);
}
