/** Black, white and #RRGGBB colours, and their mutual readability. */

const channelsOfColour = (colour: string): readonly number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

const toLinearChannel = (channel: number): number => {
  const share = channel / 255;
  return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

const luminanceOf = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = channelsOfColour(colour).map(toLinearChannel);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** Contrast of two colours by WCAG, from 1 (equal) to 21 (black on white). */
export function contrastRatioOf(one: string, other: string): number {
  const [bright = 0, dim = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a);
  return (bright + 0.05) / (dim + 0.05);
}

/** Mixes a share (0 to 1) of another colour. */
export function mixColours(colour: string, other: string, share: number): string {
  const into = channelsOfColour(other);
  const parts = channelsOfColour(colour).map((channel, at) =>
    Math.round(channel + ((into[at] ?? 0) - channel) * share)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${parts.join('')}`;
}

/** The colour, or its nearest step in direction `towards` that reaches a contrast on a ground. */
export function toReadableColour(
  colour: string,
  ground: string,
  least: number,
  towards: '#000000' | '#ffffff',
): string {
  const steps = Array.from({ length: 51 }, (_, step) => mixColours(colour, towards, step / 50));
  return steps.find((step) => contrastRatioOf(step, ground) >= least) ?? towards;
}
