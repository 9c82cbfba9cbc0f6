import sharp from 'sharp';
import type { SamplePicture } from './goods.ts';

const SIZE = 480;

/** A plain drawing of each sort of goods, in a square of 100. */
const drawings: Readonly<Record<SamplePicture, string>> = {
  leaf: '<path d="M50 18c22 14 26 42 0 66-26-24-22-52 0-66z"/><path d="M50 30v50" class="line"/>',
  round:
    '<circle cx="50" cy="52" r="28"/><circle cx="41" cy="45" r="4" class="hole"/><circle cx="58" cy="48" r="4" class="hole"/><circle cx="48" cy="62" r="4" class="hole"/>',
  pot: '<rect x="24" y="42" width="52" height="34" rx="8"/><rect x="12" y="48" width="76" height="7" rx="3.5"/><path d="M30 38h40" class="line"/><circle cx="50" cy="31" r="4"/>',
  cup: '<path d="M26 34h42v22a21 21 0 0 1-42 0z"/><path d="M68 40h6a9 9 0 0 1 0 18h-7" class="line"/><path d="M24 82h48" class="line"/>',
  cloth:
    '<rect x="26" y="20" width="48" height="60" rx="5"/><path d="M26 34h48M26 42h48" class="cut"/>',
  crate:
    '<path d="M18 40h64l-7 38H25z"/><path d="M35 52v16M50 52v16M65 52v16" class="cut"/><path d="M30 40c0-22 40-22 40 0" class="line"/>',
  plug: '<rect x="30" y="38" width="40" height="30" rx="8"/><path d="M40 22v16M60 22v16M50 68v16" class="line"/>',
  pen: '<path d="M64 16l18 18-44 44-22 6 6-22z"/><path d="M56 26l18 18" class="cut"/>',
};

/**
 * Draws a product picture: the type's drawing on a coloured ground. `at` distinguishes products of a type.
 */
export function drawSamplePicture(sort: SamplePicture, at: number): Promise<Buffer> {
  const hue = (Object.keys(drawings).indexOf(sort) * 45 + at * 11) % 360;
  const svg = `
    <svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 100 100">
      <style>.line, .cut { fill: none; stroke-width: 4; stroke-linecap: round } .line { stroke: hsl(${hue}, 42%, 42%) }
        .cut { stroke: hsl(${hue}, 45%, 92%) } .hole { fill: hsl(${hue}, 45%, 92%) }</style>
      <rect width="100" height="100" fill="hsl(${hue}, 45%, 92%)"/>
      <g fill="hsl(${hue}, 42%, 42%)">${drawings[sort]}</g>
    </svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
