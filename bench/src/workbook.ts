import { crc32, deflateRawSync } from 'node:zlib';

type WorkbookValue = string | number;

const escapeWorkbookText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const workbookCellXml = (value: WorkbookValue): string =>
  typeof value === 'number'
    ? `<c><v>${value}</v></c>`
    : `<c t="inlineStr"><is><t>${escapeWorkbookText(value)}</t></is></c>`;

/** Builds a spreadsheet of a single sheet from many rows, without holding all rows in memory. */
export function createWorkbook(rows: Iterable<readonly WorkbookValue[]>): Buffer {
  const pieces: Buffer[] = [Buffer.from('<worksheet><sheetData>')];
  let batch = '';
  for (const row of rows) {
    batch += `<row>${row.map(workbookCellXml).join('')}</row>`;
    if (batch.length < 1_000_000) continue;
    pieces.push(Buffer.from(batch));
    batch = '';
  }
  pieces.push(Buffer.from(`${batch}</sheetData></worksheet>`));
  return packZipParts({
    'xl/workbook.xml': Buffer.from('<workbook><sheets><sheet r:id="a"/></sheets></workbook>'),
    'xl/_rels/workbook.xml.rels': Buffer.from(
      '<Relationships><Relationship Id="a" Type="/worksheet" Target="sheet.xml"/></Relationships>',
    ),
    'xl/sheet.xml': Buffer.concat(pieces),
  });
}

function packZipParts(parts: Readonly<Record<string, Buffer>>): Buffer {
  const bodies: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const [name, raw] of Object.entries(parts)) {
    const body = deflateRawSync(raw);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(8, 8);
    const sizes = [crc32(raw), body.length, raw.length];
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    sizes.forEach((size, index) => {
      head.writeUInt32LE(size, 14 + 4 * index);
      entry.writeUInt32LE(size, 16 + 4 * index);
    });
    head.writeUInt16LE(name.length, 26);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    bodies.push(head, Buffer.from(name), body);
    entries.push(entry, Buffer.from(name));
    at += head.length + name.length + body.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(bodies.length / 3, 8);
  end.writeUInt16LE(bodies.length / 3, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, directory, end]);
}
