// Element access for OFX and CAMT, by element name alone.

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** Decodes the entities of a text. */
export const decodeEntities = (text: string): string =>
  text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, digits, hex, name: string) => {
    const code = digits === undefined ? Number.parseInt(hex ?? '', 16) : Number(digits);
    return code > 0 && code < 0x110000 ? String.fromCodePoint(code) : (entities[name] ?? whole);
  });

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Removes comments from markup and converts CDATA to ordinary text. */
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

/** Text of a nested element; '' if missing. */
export const textAt = (xml: string, ...path: readonly string[]): string => {
  const inside = path.reduce((within, name) => elementsIn(within, name)[0] ?? '', xml);
  return decodeEntities(inside.replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();
};
