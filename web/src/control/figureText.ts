/**
 * A figure as people and their files write it, without its sign of money and the commas between thousands; undefined where it is
 * none. A comma before the decimals is none of those: it would make 990 of 9,90.
 */
export const figureOf = (text: string): string | undefined => {
  const tidy = text.normalize('NFKC').replaceAll(/[\s¥$]/g, '');
  return /^-?(?:\d{1,15}|\d{1,3}(?:,\d{2,3}){0,4},\d{3})(?:\.\d{1,6})?$/.test(tidy)
    ? tidy.replaceAll(',', '')
    : undefined;
};
