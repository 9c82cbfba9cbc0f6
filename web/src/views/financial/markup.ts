// Elements of OFX and CAMT, which are read by their names alone.

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** A text with its entities as the signs they stand for. */
export const decodeEntities = (text: string): string =>
  text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, digits, hex, name: string) => {
    const code = digits === undefined ? Number.parseInt(hex ?? '', 16) : Number(digits);
    return code > 0 && code < 0x110000 ? String.fromCodePoint(code) : (entities[name] ?? whole);
  });

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Markup without its comments, and with the texts of CDATA as other texts are written. */
export const plainMarkup = (xml: string): string =>
  xml.replaceAll(
    /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)/g,
    (_, data: string | undefined) =>
      (data ?? '').replaceAll(/\s+/g, ' ').replaceAll(/[&<>]/g, (sign) => escapes[sign] ?? sign),
  );

/** The insides of all elements of a name in XML, in whichever namespace. */
export const elementsIn = (xml: string, name: string): readonly string[] =>
  [
    ...xml.matchAll(
      new RegExp(
        `<(?:[\\w-]+:)?${name}(?:\\s[^>]*)?(?:/>|>([\\s\\S]*?)</(?:[\\w-]+:)?${name}>)`,
        'g',
      ),
    ),
  ].map(([, inside]) => inside ?? '');

/** The text of an element below others, '' where there is none. */
export const textAt = (xml: string, ...path: readonly string[]): string => {
  const inside = path.reduce((within, name) => elementsIn(within, name)[0] ?? '', xml);
  return decodeEntities(inside.replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();
};
