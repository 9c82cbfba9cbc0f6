// Spreadsheet files made by hand, with whatever no program would write.
import { Buffer } from 'node:buffer';
import { crc32, deflateRawSync } from 'node:zlib';

/** Builds a zip package of parts, also with repeated names. */
export function packed(...given: readonly Readonly<Record<string, string>>[]): Buffer {
  const bodies: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const [name, content] of given.flatMap((parts) => Object.entries(parts))) {
    const raw = Buffer.from(content);
    const body = deflateRawSync(raw);
    const head = Buffer.alloc(30 + name.length);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(crc32(raw), 14);
    head.writeUInt32LE(body.length, 18);
    head.writeUInt32LE(raw.length, 22);
    head.writeUInt16LE(name.length, 26);
    head.write(name, 30);
    const entry = Buffer.alloc(46 + name.length);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(crc32(raw), 16);
    entry.writeUInt32LE(body.length, 20);
    entry.writeUInt32LE(raw.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    entry.write(name, 46);
    bodies.push(head, body);
    entries.push(entry);
    at += head.length + body.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(entries).length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, ...entries, end]);
}

export const BOOK =
  '<workbook><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>';
const RELS = `<Relationships>
  <Relationship Id="rId1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/>
  <Relationship Id="rId2" Type="http://x/sharedStrings" Target="sharedStrings.xml"/></Relationships>`;
/** A workbook whose first sheet holds these rows, in XML. */
export const book = (rows: string, more: Readonly<Record<string, string>> = {}): Buffer =>
  packed({
    'xl/workbook.xml': BOOK,
    'xl/_rels/workbook.xml.rels': RELS,
    'xl/worksheets/sheet1.xml': `<?xml version="1.0"?><x:worksheet><x:sheetData>${rows}</x:sheetData></x:worksheet>`,
    ...more,
  });
