import { refuse } from '../../../kernel/index.ts';

/** What stands in an XML text, in order. Names come without their prefix. */
export interface XmlEvents {
  readonly open: (name: string, attributes: string) => void;
  /** May come in several pieces. */
  readonly text: (text: string) => void;
  readonly close: (name: string) => void;
}

const LONGEST_TAG = 64 * 1024;
const broken = (): never => refuse('sheet.broken', {}, { field: 'file' });

/**
 * Reads XML as it arrives and keeps no more of it than an unfinished tag. A document type is refused: entities of one's
 * own have no place in a spreadsheet.
 */
export function xmlReader(events: XmlEvents): {
  readonly write: (piece: string) => void;
  readonly end: () => void;
} {
  let rest = '';
  return {
    write(piece) {
      rest = take(rest + piece, events);
      if (rest.length > LONGEST_TAG) broken();
    },
    end() {
      if (rest.trim() !== '') broken();
    },
  };
}

/** Takes every whole tag and text off the front; answers what has not ended yet. */
function take(buffer: string, events: XmlEvents): string {
  let at = 0;
  for (;;) {
    const start = buffer.indexOf('<', at);
    if (start < 0) return passOn(buffer.slice(at), events.text);
    if (start > at) events.text(unescaped(buffer.slice(at, start)));
    at = start;
    const mark = endMark(buffer, start);
    const end = mark === null ? -1 : buffer.indexOf(mark, start + 1);
    if (mark === null || end < 0) return buffer.slice(start);
    if (mark === '>') takeTag(buffer.slice(start + 1, end), events);
    else if (mark === CDATA_END) events.text(buffer.slice(start + CDATA.length, end));
    at = end + mark.length;
  }
}

const [EXCLAMATION, SLASH, QUESTION] = [33, 47, 63];
const CDATA = '<![CDATA[';
const CDATA_END = ']]>';

/** What ends the thing that starts here; null where too little of it is there to tell. */
function endMark(buffer: string, start: number): '>' | '?>' | '-->' | ']]>' | null {
  if (start + 1 >= buffer.length) return null;
  const next = buffer.charCodeAt(start + 1);
  if (next === QUESTION) return '?>';
  if (next !== EXCLAMATION) return '>';
  if (buffer.startsWith('<!--', start)) return '-->';
  if (buffer.startsWith(CDATA, start)) return CDATA_END;
  return buffer.length - start < CDATA.length ? null : broken();
}

function takeTag(inside: string, { open, close }: XmlEvents): void {
  if (inside.charCodeAt(0) === SLASH) return close(bare(inside.slice(1)));
  const empty = inside.charCodeAt(inside.length - 1) === SLASH;
  const end = empty ? inside.length - 1 : inside.length;
  const space = blankIn(inside, end);
  const name = bare(inside.slice(0, space));
  open(name, space === end ? '' : inside.slice(space, end));
  if (empty) close(name);
}

/** Where the name of a tag ends. */
function blankIn(inside: string, end: number): number {
  for (let at = 0; at < end; at += 1) if (inside.charCodeAt(at) <= 32) return at;
  return end;
}

/** Hands on a text that has not ended yet, but for an entity that may be cut in two; answers what it keeps. */
function passOn(buffer: string, text: (text: string) => void): string {
  const and = buffer.lastIndexOf('&');
  const cutInTwo = and >= 0 && buffer.length - and < 12 && !buffer.includes(';', and);
  const cut = cutInTwo ? and : buffer.length;
  if (cut > 0) text(unescaped(buffer.slice(0, cut)));
  return buffer.slice(cut);
}

const bare = (name: string): string => {
  const colon = name.indexOf(':');
  const own = colon < 0 ? name : name.slice(colon + 1);
  return own.endsWith(' ') ? own.trim() : own;
};

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/** Text with its entities put back; one that no one knows stays as it is. */
export const unescaped = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(
        /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi,
        (whole, hex, digits, name) => {
          if (name !== undefined) return named[name] ?? whole;
          const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16);
          return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
        },
      )
    : text;

const patterns = new Map<string, RegExp>();

/** The pattern of an attribute; a sheet asks for the same two a million times. */
function patternOf(name: string): RegExp {
  const known = patterns.get(name);
  if (known !== undefined) return known;
  const made = new RegExp(`\\s(?:\\w+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
  patterns.set(name, made);
  return made;
}

/** An attribute of a tag; undefined where it has none of that name. */
export function attribute(attributes: string, name: string): string | undefined {
  const start = attributes.indexOf(` ${name}="`);
  if (start >= 0) {
    const from = start + name.length + 3;
    const end = attributes.indexOf('"', from);
    return end < 0 ? undefined : unescaped(attributes.slice(from, end));
  }
  // Other quotes, other blanks, or a prefix.
  const found = attributes === '' ? null : patternOf(name).exec(attributes);
  return found === null ? undefined : unescaped(found[1] ?? found[2] ?? '');
}
