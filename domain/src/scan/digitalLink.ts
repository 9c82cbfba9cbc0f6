// GS1 Digital Link: a code in the form of a web address (GS1 Digital Link Standard: URI Syntax).
import type { CodeElement } from './elements.ts';

/** Path from the GTIN on, and query, of an address with a GTIN. */
const LINK =
  /^https?:\/\/[^/?#]+(?:\/[^?#]*?)?\/(01\/\d{8,14}(?:\/[^?#]*)?)(?:\?([^#]*))?(?:#.*)?$/i;

/** Tests if a text is the address of goods. */
export const isDigitalLink = (text: string): boolean => LINK.test(text);

/** Splits the address of goods into GS1 elements; null: malformed, or another address. */
export function splitDigitalLink(text: string): readonly CodeElement[] | null {
  const [, path, query = ''] = LINK.exec(text) ?? [];
  if (path === undefined) return null;
  const parts = path.replace(/\/$/, '').split('/');
  const inPath = parts.flatMap((identifier, at) =>
    at % 2 === 0 ? [[identifier, parts[at + 1] ?? '']] : [],
  );
  const inQuery = query
    .split(/[&;]/)
    .map((pair) => pair.split('='))
    // Other names belong to the website.
    .filter(([name = '']) => /^\d{2,4}$/.test(name))
    .map(([name = '', ...value]) => [name, value.join('=')]);
  const elements = [...inPath, ...inQuery].map(([identifier = '', value = '']) => ({
    identifier,
    text: decodeLinkPart(value),
  }));
  const isWhole = elements.every(
    (element): element is CodeElement =>
      /^\d{2,4}$/.test(element.identifier) && element.text !== null && element.text !== '',
  );
  if (!isWhole) return null;
  // A GTIN of 8, 12 or 13 digits is padded to 14.
  return elements.map((element) =>
    element.identifier === '01' ? { ...element, text: element.text.padStart(14, '0') } : element,
  );
}

/** Decodes a percent-encoded part; null: malformed. */
function decodeLinkPart(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
