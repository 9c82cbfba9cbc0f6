import sharp from 'sharp';
import { refuse } from '../../kernel/index.ts';

export interface Picture {
  readonly bytes: Buffer;
  readonly thumbnail: Buffer;
}

/** In pixels: the longer side of what is kept, and of the small one beside a row. */
const LARGE = 1_600;
const SMALL = 160;
/** A small file may unfold into a picture that no memory holds. */
const MOST_PIXELS = 60_000_000;

/**
 * The picture made anew, as WebP of at most 1600 pixels a side, upright, and a small one of it. What is served later was
 * therefore written here: nothing that hides in an upload, nor where a photograph was taken, comes along. Refuses with
 * `file.picture` what can't be read to its end.
 */
export async function pictureOf(bytes: Uint8Array): Promise<Picture> {
  const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' }).autoOrient();
  const within = (side: number, quality: number): Promise<Buffer> =>
    picture
      .clone()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality })
      .toBuffer();
  try {
    return { bytes: await within(LARGE, 82), thumbnail: await within(SMALL, 75) };
  } catch {
    return refuse('file.picture');
  }
}
