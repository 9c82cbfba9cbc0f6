import { SaxesParser } from 'saxes';
import { limits } from './limits.ts';
import { refuseBrokenFile } from './package.ts';

/** Attributes by their names, with their prefix; the object has no prototype. */
export type Attributes = Readonly<Record<string, string>>;

/** Events of an XML text, in order. Names come without a prefix. */
export interface XmlEvents {
  readonly open: (name: string, attributes: Attributes) => void;
  /** May come in several pieces. */
  readonly text: (text: string) => void;
  readonly close: (name: string) => void;
}

/**
 * Reads XML on arrival and buffers only an unfinished tag or text. Refuses with `sheet.broken` malformed
 * XML, nesting deeper than a sheet's, and document types: a spreadsheet has no need of custom entities.
 */
export function xmlReader({ open, text, close }: XmlEvents): {
  readonly write: (piece: string) => void;
  readonly end: () => void;
} {
  // The engine turns an object with over seven added handlers into a dictionary: four times slower.
  const parser = new SaxesParser({ position: false, xmlns: false });
  let depth = 0;
  let unfinished = 0;
  parser.on('error', refuseBrokenFile);
  parser.on('doctype', refuseBrokenFile);
  parser.on('opentag', ({ name, attributes }) => {
    unfinished = 0;
    depth += 1;
    if (depth > limits.depth) refuseBrokenFile();
    open(stripXmlPrefix(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    unfinished = 0;
    depth -= 1;
    close(stripXmlPrefix(name));
  });
  for (const sort of ['text', 'cdata'] as const)
    parser.on(sort, (said) => {
      unfinished = 0;
      text(said);
    });
  return {
    write(piece) {
      unfinished += piece.length;
      parser.write(piece);
      if (unfinished > limits.unfinished) refuseBrokenFile();
    },
    end: () => void parser.close(),
  };
}

/** Removes the prefix of a name. */
export const stripXmlPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);
