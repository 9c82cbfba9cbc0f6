import { pageSize, pagesOfSets } from './pages.ts';
import type { LabelSet } from './pages.ts';

/** Greyscale picture, compressed for PDF. */
interface GreyPicture {
  /** In pixels. */
  readonly across: number;
  readonly down: number;
  readonly grey: Uint8Array;
}

interface PicturePlacement {
  /** Index of the picture. */
  readonly picture: number;
  /** In millimetres from the top left corner. */
  readonly left: number;
  readonly top: number;
}

interface PdfSize {
  readonly width: number;
  readonly height: number;
}
interface PdfPages {
  /** Sizes of pages and pictures are in millimetres. */
  readonly pages: readonly {
    readonly size: PdfSize;
    readonly placed: readonly PicturePlacement[];
  }[];
  readonly pictures: readonly (GreyPicture & { readonly size: PdfSize })[];
}

const pointsFromMillimetres = (millimetres: number): string =>
  ((millimetres * 72) / 25.4).toFixed(3);
const encoder = new TextEncoder();

const encodePdfStream = (head: string, body: Uint8Array): readonly Uint8Array[] => [
  encoder.encode(`<< ${head} /Length ${body.length} >>\nstream\n`),
  body,
  encoder.encode('\nendstream'),
];

/**
 * Builds a PDF of pictures on pages, each picture stored once. Text is drawn, not embedded: Chinese text
 * would need a font of several megabytes.
 */
export function pdfOf({ pages, pictures }: PdfPages): Blob {
  const parts: Uint8Array[] = [];
  const offsets: number[] = [];
  let length = 0;
  const write = (...some: readonly (string | Uint8Array)[]): void => {
    for (const one of some) {
      const bytes = typeof one === 'string' ? encoder.encode(one) : one;
      parts.push(bytes);
      length += bytes.length;
    }
  };
  /** Objects are numbered in order: catalogue, pages, pictures, then each page with its content. */
  const object = (...body: readonly (string | Uint8Array)[]): void => {
    offsets.push(length);
    write(`${offsets.length} 0 obj\n`, ...body, '\nendobj\n');
  };
  const pictureAt = (at: number): string => `${3 + at} 0 R`;
  const firstPage = 3 + pictures.length;
  const kids = pages.map((_, at) => `${firstPage + 2 * at} 0 R`).join(' ');
  write('%PDF-1.4\n');
  object('<< /Type /Catalog /Pages 2 0 R >>');
  object(`<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`);
  for (const { across, down, grey } of pictures)
    object(
      ...encodePdfStream(
        `/Type /XObject /Subtype /Image /Width ${across} /Height ${down} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode`,
        grey,
      ),
    );
  for (const [at, { size, placed }] of pages.entries()) {
    const named = [...new Set(placed.map(({ picture }) => picture))]
      .map((picture) => `/P${picture} ${pictureAt(picture)}`)
      .join(' ');
    object(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pointsFromMillimetres(size.width)} ${pointsFromMillimetres(size.height)}]`,
      ` /Resources << /XObject << ${named} >> >> /Contents ${firstPage + 2 * at + 1} 0 R >>`,
    );
    const drawn = placed.map(({ picture, left, top }) => {
      const { width = 0, height = 0 } = pictures[picture]?.size ?? {};
      // PDF counts from the foot of a page.
      const foot = pointsFromMillimetres(size.height - top - height);
      return `q ${pointsFromMillimetres(width)} 0 0 ${pointsFromMillimetres(height)} ${pointsFromMillimetres(left)} ${foot} cm /P${picture} Do Q`;
    });
    object(...encodePdfStream('', encoder.encode(drawn.join('\n'))));
  }
  const begins = length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  write(
    `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${rows}`,
    `trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${begins}\n%%EOF\n`,
  );
  return new Blob(
    parts.map((part) => part.slice()),
    { type: 'application/pdf' },
  );
}

/** Resolution of the finest label printers. */
const DOTS_PER_INCH = 600;

/** Compresses bytes in zlib format. */
export async function deflateBytes(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** A label's drawing in dots, grey on white. */
async function pictureFromSvg(svg: SVGElement, { width, height }: PdfSize): Promise<GreyPicture> {
  const dots = (millimetres: number): number => Math.round((millimetres / 25.4) * DOTS_PER_INCH);
  const [across, down] = [dots(width), dots(height)];
  const image = new Image(across, down);
  const text = new XMLSerializer().serializeToString(svg);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = across;
  canvas.height = down;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The browser draws nothing');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, across, down);
  context.drawImage(image, 0, 0, across, down);
  const { data } = context.getImageData(0, 0, across, down);
  // Black on white: each colour says how grey a dot is.
  const grey = Uint8Array.from({ length: across * down }, (_, at) => data[at * 4] ?? 255);
  return { across, down, grey: await deflateBytes(grey) };
}

/** Builds a PDF from label drawings, one for all labels of a row because they are equal. */
export async function pdfOfLabels(
  sets: readonly LabelSet[],
  svgs: readonly SVGElement[],
): Promise<Blob> {
  const pages = pagesOfSets(sets);
  const pictures: (GreyPicture & { readonly size: PdfSize })[] = [];
  const byRow = new Map<number, number>();
  const labels = pages.flatMap(({ template, labels: some }) =>
    some.map(({ row }) => ({ row, template })),
  );
  for (const [at, { row, template }] of labels.entries()) {
    const svg = svgs[at];
    if (byRow.has(row) || svg === undefined) continue;
    byRow.set(row, pictures.length);
    // One after the other: a drawing takes some megabytes while it is made.
    // oxlint-disable-next-line no-await-in-loop
    pictures.push({ ...(await pictureFromSvg(svg, template)), size: template });
  }
  return pdfOf({
    pages: pages.map(({ template, labels: some }) => ({
      size: pageSize(template),
      placed: some.map(({ row, left, top }) => ({ picture: byRow.get(row) ?? 0, left, top })),
    })),
    pictures,
  });
}
