import type { PrintTemplate } from '@tradehouse/contract';
import { fitColumnWidths } from './columnWidths.ts';
import { cutIntoPages } from './paging.ts';
import type { PrintPiece } from './parts.tsx';
import type { Laid } from './Pages.tsx';
import { innerHeight, innerWidth } from './sheetStyle.ts';

/** CSS pixels of a millimetre. */
const PIXELS = 96 / 25.4;

/** Columns of codes read letter by letter: hard to read over two lines. */
const codes: ReadonlySet<string> = new Set([
  'position',
  'barcode',
  'skuCode',
  'outerSkuCode',
  'unit',
  'lot',
  'expiry',
  'sourceNumber',
  'settledNumber',
]);

const heightOf = (element: Element | null): number => element?.getBoundingClientRect().height ?? 0;

/** Measures a framed document's column widths with every text in one line. */
export function widthsOf(measured: Element, { content, template }: PrintPiece): readonly number[] {
  const titles = [...measured.querySelectorAll('thead th')];
  const columns = content.columns.map(({ field, right, width }, at) => ({
    // Half a pixel is added: an exact fit would wrap.
    width: (titles[at]?.getBoundingClientRect().width ?? 0) + 0.5,
    given: width,
    grows: !right && !codes.has(field),
  }));
  return fitColumnWidths(columns, innerWidth(template) * PIXELS);
}

/** Divides a document, rendered in one piece in a frame, by its measured heights. */
export function laidOut(
  measured: Element,
  template: PrintTemplate,
  widths: readonly number[],
): Laid {
  const part = (name: string): Element | null => measured.querySelector(`[data-part="${name}"]`);
  const lines = part('lines');
  const rows = [...(lines?.querySelectorAll('tr.line, .item') ?? [])].map(heightOf);
  const pageSum = template.lines.pageSums ? heightOf(lines?.querySelector('.page-sum') ?? null) : 0;
  const { footer, header } = template;
  const head = heightOf(part('head'));
  const foot = footer.pageNumbers || footer.printTime ? heightOf(part('foot')) : 0;
  const cuts = cutIntoPages({
    page: (innerHeight(template) ?? Number.POSITIVE_INFINITY) * PIXELS - foot,
    head,
    nextHead: header.repeat ? head : heightOf(part('running')),
    tableHead: heightOf(lines?.querySelector('thead') ?? null),
    rows,
    pageSum,
    eachFoot: heightOf(part('each')),
    tail: heightOf(lines?.querySelector('.total') ?? null) + heightOf(part('tail')),
  });
  return { cuts, widths };
}

/** Length of a printed piece of a paper roll, in whole millimetres. */
export const lengthOf = (sheet: Element): number => Math.ceil(heightOf(sheet) / PIXELS) + 1;
