import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { deflateBytes, pdfOf } from './pdf.ts';

const text = async (blob: Blob): Promise<string> =>
  Buffer.from(await blob.arrayBuffer()).toString('latin1');

test('a file of labels has a page for each, in its size, and each drawing once', async () => {
  const grey = await deflateBytes(new Uint8Array([0, 255, 255, 0]));
  expect([...inflateSync(grey)]).toEqual([0, 255, 255, 0]);
  const size = { width: 60, height: 40 };
  const picture = { across: 2, down: 2, grey, size };
  const file = await text(
    pdfOf({
      pages: [0, 0, 1].map((of) => ({ size, placed: [{ picture: of, left: 0, top: 0 }] })),
      pictures: [picture, picture],
    }),
  );
  expect(file.startsWith('%PDF-1.4\n')).toBe(true);
  // 60 by 40 millimetres in points.
  expect(file.match(/\/MediaBox \[0 0 170\.079 113\.386\]/g)).toHaveLength(3);
  expect(file.match(/\/Subtype \/Image \/Width 2 \/Height 2/g)).toHaveLength(2);
  expect(file).toContain('/Count 3');
  // Where the file says that its objects are, they are.
  const at = Number(/startxref\n(\d+)/.exec(file)?.[1]);
  const offsets = [...file.slice(at).matchAll(/(\d{10}) 00000 n/g)].map(([, offset]) =>
    Number(offset),
  );
  expect(offsets).toHaveLength(2 + 2 + 6);
  for (const [index, offset] of offsets.entries())
    expect(file.slice(offset).startsWith(`${index + 1} 0 obj\n`)).toBe(true);
});

test('labels on a sheet have their printed position, measured from the bottom', async () => {
  const file = await text(
    pdfOf({
      pages: [{ size: { width: 210, height: 297 }, placed: [{ picture: 0, left: 70, top: 10 }] }],
      pictures: [
        {
          across: 1,
          down: 1,
          grey: await deflateBytes(new Uint8Array([0])),
          size: { width: 70, height: 37 },
        },
      ],
    }),
  );
  // 250 mm from the foot: 708.661 points.
  expect(file).toContain('q 198.425 0 0 104.882 198.425 708.661 cm /P0 Do Q');
});
