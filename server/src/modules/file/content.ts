/** Detected content of a file. */
export interface DetectedFileContent {
  /** Content type for serving. */
  readonly type: string;
  readonly picture: boolean;
}

const toPictureContent = (type: string): DetectedFileContent => ({
  type: `image/${type}`,
  picture: true,
});
const toPaperContent = (type: string): DetectedFileContent => ({ type, picture: false });

interface FileSignature {
  readonly at?: number;
  readonly bytes: string;
}

/** Signatures of each format; every mark must match. */
const formats: readonly (readonly [readonly FileSignature[], DetectedFileContent])[] = [
  [[{ bytes: '\x89PNG\r\n\x1a\n' }], toPictureContent('png')],
  [[{ bytes: '\xff\xd8\xff' }], toPictureContent('jpeg')],
  [[{ bytes: 'RIFF' }, { at: 8, bytes: 'WEBP' }], toPictureContent('webp')],
  [[{ bytes: 'GIF87a' }], toPictureContent('gif')],
  [[{ bytes: 'GIF89a' }], toPictureContent('gif')],
  [[{ bytes: '%PDF-' }], toPaperContent('application/pdf')],
  [[{ bytes: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' }], toPaperContent('application/x-ole-storage')],
];

/** Office documents are archives; the name selects only the served type. */
const archives: Readonly<Record<string, string>> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};
const texts = ['txt', 'csv'];

/** Detects content from bytes; null if unsupported. The name alone proves nothing. */
export function detectFileContent(bytes: Uint8Array, name: string): DetectedFileContent | null {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  const found = formats.find(([marks]) =>
    marks.every(({ at = 0, bytes: mark }) => start.startsWith(mark, at)),
  );
  if (found !== undefined) return found[1];
  const ending = name.toLowerCase().split('.').at(-1) ?? '';
  if (start.startsWith('PK\x03\x04')) return toPaperContent(archives[ending] ?? 'application/zip');
  return texts.includes(ending) && isText(bytes)
    ? toPaperContent('text/plain; charset=utf-8')
    : null;
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
