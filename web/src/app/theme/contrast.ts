/** Black, white and #RRGGBB colours, and how well one reads on another. */

const channels = (colour: string): readonly number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

const linear = (channel: number): number => {
  const share = channel / 255;
  return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = channels(colour).map(linear);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** How far two colours stand apart, from 1 (the same) to 21 (black on white), as WCAG counts it. */
export function contrast(one: string, other: string): number {
  const [bright = 0, dim = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (bright + 0.05) / (dim + 0.05);
}

/** A colour with a share of another in it, 0 to 1. */
export function mixed(colour: string, other: string, share: number): string {
  const into = channels(other);
  const parts = channels(colour).map((channel, at) =>
    Math.round(channel + ((into[at] ?? 0) - channel) * share)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${parts.join('')}`;
}

/** The colour itself, or its nearest step towards `towards` that reaches a contrast on a ground. */
export function readable(
  colour: string,
  ground: string,
  least: number,
  towards: '#000000' | '#ffffff',
): string {
  const steps = Array.from({ length: 51 }, (_, step) => mixed(colour, towards, step / 50));
  return steps.find((step) => contrast(step, ground) >= least) ?? towards;
}
