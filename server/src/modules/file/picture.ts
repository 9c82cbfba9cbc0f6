import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { createTurns, refuse } from '../../kernel/index.ts';

export interface Picture {
  readonly bytes: Buffer;
  readonly thumbnail: Buffer;
}

/** In pixels: the longer side of what is kept, and of the small one beside a row. */
const LARGE = 1_600;
const SMALL = 160;
/** A small file may unfold into a picture that no memory holds: in pixels, and in bytes where all of it is held at once. */
const MOST_PIXELS = 60_000_000;
const MOST_UNFOLDED = 256 * 1024 * 1024;

/** So few unfold at once, no matter who brings them; no more wait than can be on their way here. */
const inTurn = createTurns(2, 60);

/**
 * The picture made again, as WebP of at most 1600 pixels a side, upright, and a small one of it. What is served later was
 * therefore written here: nothing that hides in an upload, nor where a photograph was taken, comes along. Refuses with
 * `file.picture` what can't be read to its end, and what unfolds into more than so many bytes.
 */
export const pictureOf = (bytes: Uint8Array, most = MOST_UNFOLDED): Promise<Picture> =>
  inTurn(async () => {
    try {
      if ((await unfolded(bytes)) > most) return refuse('file.picture');
      const whole = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' }).autoOrient();
      const large = await within(whole, LARGE, 82);
      return { bytes: large, thumbnail: await within(sharp(large), SMALL, 75) };
    } catch {
      return refuse('file.picture');
    }
  });

const within = (picture: Sharp, side: number, quality: number): Promise<Buffer> =>
  picture
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .toBuffer();

/** Bytes of the picture itself; of what is taken, some has two for each colour of a pixel. */
async function unfolded(bytes: Uint8Array): Promise<number> {
  const { width, height, channels, depth } = await sharp(bytes).metadata();
  return width * height * channels * (depth === 'uchar' ? 1 : 2);
}
