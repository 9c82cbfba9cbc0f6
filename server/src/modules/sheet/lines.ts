import { SHOWN_SHEET_ROWS, lineSheetKinds, mostLines, sheets } from '@tradehouse/contract';
import type { InputOf, ReplyOf, readSheetCells, readSheetHead } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../../kernel/index.ts';
import type { Call } from '../../kernel/index.ts';
import { cellText } from './cellValue.ts';
import { requireFileType, workbookTypes } from './read/fileTypes.ts';
import { limits } from './read/limits.ts';
import { sheetRows, visibleWorksheets } from './read/rows.ts';
import type { SheetRow } from './read/cells.ts';

/** Columns of a document's lines at most. */
const COLUMNS = 60;

type Reading = ReplyOf<typeof readSheetCells>;

/** Reads a file's cells for anyone who may write documents of the kind; nothing is kept. */
export async function readLines(
  kernel: FastifyInstance['kernel'],
  call: Call,
  { kind, ...choice }: InputOf<typeof readSheetCells>,
): Promise<Reading> {
  const code = lineSheetKinds.find((one) => one === kind);
  if (code === undefined) return refuse('document.kind', { kind }, { field: 'kind' });
  const { url, subject } = documentKinds[code];
  call.must(url ?? '', '1');
  const most = mostLines[subject === 'money' ? 'money' : 'goods'];
  return readCells(kernel, call, { ...choice, most });
}

/** Reads the first rows of a file for anyone who may bring the sheet; nothing is kept. */
export async function readHead(
  kernel: FastifyInstance['kernel'],
  call: Call,
  { sheet, ...choice }: InputOf<typeof readSheetHead>,
): Promise<Reading> {
  call.must(sheets[sheet].page, '1');
  const size = {
    most: SHOWN_SHEET_ROWS,
    mayBeMore: true,
    columns: limits.columns,
    bytes: limits.sheet,
  } as const;
  return readCells(kernel, call, { ...choice, ...size });
}

interface CellRange {
  readonly worksheet?: string | undefined;
  /** Rows of data at most. */
  readonly most: number;
  readonly columns?: number;
  /** Bytes that the sheet may unpack to. */
  readonly bytes?: number;
  /** The rows beyond the most are left out instead of refused. */
  readonly mayBeMore?: true;
}

/** Reads the cells of the file that came with a call; nothing is kept. */
export async function readCells(
  { uploads }: FastifyInstance['kernel'],
  call: Call,
  { worksheet, most, columns = COLUMNS, bytes = limits.lineSheet, mayBeMore }: CellRange,
): Promise<Reading> {
  const upload = call.upload ?? refuse('request.field', { field: 'file' });
  requireFileType(upload.name, workbookTypes);
  const leave = uploads.enter(call.scope);
  try {
    const worksheets = await visibleWorksheets(upload.bytes, bytes);
    const rows: string[][] = [];
    const places: number[] = [];
    let length = 0;
    let is1904 = false;
    for await (const row of sheetRows(upload.bytes, bytes, worksheet)) {
      // The headings stand among them.
      if (rows.length > most) {
        if (mayBeMore === true) break;
        refuse('sheet.tooManyRows', { most }, { field: 'file' });
      }
      const texts = textsOf(row, columns);
      length += texts.reduce((sum, text) => sum + text.length, 0);
      if (length > limits.lines) refuse('sheet.tooLarge', {}, { field: 'file' });
      rows.push(texts);
      places.push(row.row);
      is1904 ||= isFrom1904(row);
    }
    if (rows.length === 0 && worksheets.length < 2) refuse('sheet.empty', {}, { field: 'file' });
    return {
      rows,
      places,
      is1904,
      worksheets: [...worksheets],
      worksheet: worksheet ?? worksheets[0] ?? '',
    };
  } finally {
    leave();
  }
}

const isFrom1904 = ({ cells }: SheetRow): boolean =>
  [...cells.values()].some((cell) => 'number' in cell && cell.isFrom1904 === true);

function textsOf({ cells }: SheetRow, columns: number): string[] {
  const last = Math.max(...cells.keys());
  if (last >= columns) refuse('sheet.tooManyColumns', { most: columns }, { field: 'file' });
  return Array.from({ length: last + 1 }, (_, column) => {
    const cell = cells.get(column);
    return cell === undefined ? '' : cellText(cell);
  });
}
