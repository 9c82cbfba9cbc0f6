import type { PrintTemplate } from '@tradehouse/contract';
import { cutIntoPages } from './paging.ts';
import type { Laid } from './Sheets.tsx';
import { innerHeight } from './sheetStyle.ts';

/** CSS pixels of a millimetre. */
const PIXELS = 96 / 25.4;

const heightOf = (element: Element | null): number => element?.getBoundingClientRect().height ?? 0;

/** Cuts a document that stands in a frame in one piece, by the heights it has there. */
export function laidOut(measured: Element, template: PrintTemplate): Laid {
  const part = (name: string): Element | null => measured.querySelector(`[data-part="${name}"]`);
  const lines = part('lines');
  const rows = [...(lines?.querySelectorAll('tr.line, .item') ?? [])].map(heightOf);
  const columns = [...(lines?.querySelectorAll('thead th') ?? [])];
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
  return { cuts, widths: columns.map((column) => column.getBoundingClientRect().width) };
}

/** How long a piece of a roll is, in whole millimetres. */
export const lengthOf = (sheet: Element): number => Math.ceil(heightOf(sheet) / PIXELS) + 1;
