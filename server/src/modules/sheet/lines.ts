import { SHOWN_SHEET_ROWS, lineSheetKinds, mostLines, sheets } from '@tradehouse/contract';
import type { InputOf, ReplyOf, readSheetCells, readSheetHead } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import type { FastifyInstance } from 'fastify';
import { refuseWith } from '../../kernel/access/index.ts';
import type { EndpointCall } from '../../kernel/http/index.ts';
import { cellText } from './cellValue.ts';
import { requireFileType, workbookTypes } from './read/fileTypes.ts';
import { limits } from './read/limits.ts';
import { sheetRows, visibleWorksheets } from './read/rows.ts';
import type { SheetRow } from './read/cells.ts';

/** Columns of a document's lines at most. */
const COLUMNS = 60;

type SheetCellsReply = ReplyOf<typeof readSheetCells>;

/** Reads a file's cells for users who may write documents of the kind; nothing is stored. */
export async function readDocumentSheet(
  kernel: FastifyInstance['kernel'],
  call: EndpointCall,
  { kind, ...choice }: InputOf<typeof readSheetCells>,
): Promise<SheetCellsReply> {
  const code = lineSheetKinds.find((one) => one === kind);
  if (code === undefined) return refuseWith('document.kind', { kind }, { field: 'kind' });
  const { url, subject } = documentKinds[code];
  call.must(url ?? '', '1');
  const most = mostLines[subject === 'money' ? 'money' : 'goods'];
  return readUploadedCells(kernel, call, { ...choice, most });
}

/** Reads a file's first rows for users who may import the sheet; nothing is stored. */
export async function readHead(
  kernel: FastifyInstance['kernel'],
  call: EndpointCall,
  { sheet, ...choice }: InputOf<typeof readSheetHead>,
): Promise<SheetCellsReply> {
  call.must(sheets[sheet].page, '1');
  const size = {
    most: SHOWN_SHEET_ROWS,
    mayBeMore: true,
    columns: limits.columns,
    bytes: limits.sheet,
  } as const;
  return readUploadedCells(kernel, call, { ...choice, ...size });
}

interface CellRange {
  readonly worksheet?: string | undefined;
  /** Rows of data at most. */
  readonly most: number;
  readonly columns?: number;
  /** Most unpacked bytes of the sheet. */
  readonly bytes?: number;
  /** The rows beyond the most are left out instead of refused. */
  readonly mayBeMore?: true;
}

/** Reads the cells of a call's file; nothing is stored. */
export async function readUploadedCells(
  { uploads }: FastifyInstance['kernel'],
  call: EndpointCall,
  { worksheet, most, columns = COLUMNS, bytes = limits.lineSheet, mayBeMore }: CellRange,
): Promise<SheetCellsReply> {
  const upload = call.upload ?? refuseWith('request.field', { field: 'file' });
  requireFileType(upload.name, workbookTypes);
  const leave = uploads.enter(call.scope);
  try {
    const worksheets = await visibleWorksheets(upload.bytes, bytes);
    const rows: string[][] = [];
    const numbers: number[][] = [];
    const places: number[] = [];
    let length = 0;
    let is1904 = false;
    for await (const row of sheetRows(upload.bytes, bytes, worksheet)) {
      // The headings are among the rows.
      if (rows.length > most) {
        if (mayBeMore === true) break;
        refuseWith('sheet.tooManyRows', { most }, { field: 'file' });
      }
      const texts = cellTextsFromRow(row, columns);
      length += texts.reduce((sum, text) => sum + text.length, 0);
      if (length > limits.lines) refuseWith('sheet.tooLarge', {}, { field: 'file' });
      rows.push(texts);
      numbers.push(numberColumnsOfRow(row));
      places.push(row.row);
      is1904 ||= isFrom1904(row);
    }
    if (rows.length === 0 && worksheets.length < 2)
      refuseWith('sheet.empty', {}, { field: 'file' });
    return {
      rows,
      numbers,
      places,
      is1904,
      worksheets: [...worksheets],
      worksheet: worksheet ?? worksheets[0] ?? '',
    };
  } finally {
    leave();
  }
}

/** The browser reads numbers by their point, and texts by the notation of their column. */
const numberColumnsOfRow = ({ cells }: SheetRow): number[] =>
  [...cells].flatMap(([column, cell]) => ('number' in cell ? [column] : []));

const isFrom1904 = ({ cells }: SheetRow): boolean =>
  [...cells.values()].some((cell) => 'number' in cell && cell.isFrom1904 === true);

function cellTextsFromRow({ cells }: SheetRow, columns: number): string[] {
  const last = Math.max(...cells.keys());
  if (last >= columns) refuseWith('sheet.tooManyColumns', { most: columns }, { field: 'file' });
  return Array.from({ length: last + 1 }, (_, column) => {
    const cell = cells.get(column);
    return cell === undefined ? '' : cellText(cell);
  });
}
