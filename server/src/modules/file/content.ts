/** What a file turns out to be. */
export interface Content {
  /** How it is served. */
  readonly type: string;
  readonly picture: boolean;
}

const picture = (type: string): Content => ({ type: `image/${type}`, picture: true });
const paper = (type: string): Content => ({ type, picture: false });

interface Mark {
  readonly at?: number;
  readonly bytes: string;
}

/** How each format begins; all marks must stand where they belong. */
const formats: readonly (readonly [readonly Mark[], Content])[] = [
  [[{ bytes: '\x89PNG\r\n\x1a\n' }], picture('png')],
  [[{ bytes: '\xff\xd8\xff' }], picture('jpeg')],
  [[{ bytes: 'RIFF' }, { at: 8, bytes: 'WEBP' }], picture('webp')],
  [[{ bytes: 'GIF87a' }], picture('gif')],
  [[{ bytes: 'GIF89a' }], picture('gif')],
  [[{ bytes: '%PDF-' }], paper('application/pdf')],
  [[{ bytes: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' }], paper('application/x-ole-storage')],
];

/** Office documents are archives; the name tells which, and decides only what it is called when it is served. */
const archives: Readonly<Record<string, string>> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};
const texts = ['txt', 'csv'];

/** What a file is, by its own bytes; null where it is nothing that is taken. Its name alone proves nothing. */
export function contentOf(bytes: Uint8Array, name: string): Content | null {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  const found = formats.find(([marks]) =>
    marks.every(({ at = 0, bytes: mark }) => start.startsWith(mark, at)),
  );
  if (found !== undefined) return found[1];
  const ending = name.toLowerCase().split('.').at(-1) ?? '';
  if (start.startsWith('PK\x03\x04')) return paper(archives[ending] ?? 'application/zip');
  return texts.includes(ending) && isText(bytes) ? paper('text/plain; charset=utf-8') : null;
}

/** UTF-8 without control characters but tabs and line ends; an empty file says nothing. */
function isText(bytes: Uint8Array): boolean {
  if (bytes.length === 0) return false;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return !/[^\P{Cc}\t\n\r]/u.test(text);
  } catch {
    return false;
  }
}
