import { SaxesParser } from 'saxes';
import { limits } from './limits.ts';
import { broken } from './package.ts';

/** Attributes by their names, with their prefix; the object has no prototype. */
export type Attributes = Readonly<Record<string, string>>;

/** What stands in an XML text, in order. Names come without their prefix. */
export interface XmlEvents {
  readonly open: (name: string, attributes: Attributes) => void;
  /** May come in several pieces. */
  readonly text: (text: string) => void;
  readonly close: (name: string) => void;
}

/**
 * Reads XML as it arrives and keeps no more of it than an unfinished tag or text. Refuses with `sheet.broken` what is no
 * XML, nests deeper than a sheet does, or brings a document type: entities of one's own have no place in a spreadsheet.
 */
export function xmlReader({ open, text, close }: XmlEvents): {
  readonly write: (piece: string) => void;
  readonly end: () => void;
} {
  // The engine takes an object to which more than seven handlers are added for a table of names: four times slower.
  const parser = new SaxesParser({ position: false, xmlns: false });
  let depth = 0;
  let unfinished = 0;
  parser.on('error', broken);
  parser.on('doctype', broken);
  parser.on('opentag', ({ name, attributes }) => {
    unfinished = 0;
    depth += 1;
    if (depth > limits.depth) broken();
    open(bare(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    unfinished = 0;
    depth -= 1;
    close(bare(name));
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
      if (unfinished > limits.unfinished) broken();
    },
    end: () => void parser.close(),
  };
}

/** A name without its prefix. */
export const bare = (name: string): string => name.slice(name.indexOf(':') + 1);
