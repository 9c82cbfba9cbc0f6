import { lineSheetKinds, mostLines } from '@tradehouse/contract';
import type { InputOf, ReplyOf, readSheetCells } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../../kernel/index.ts';
import type { Call } from '../../kernel/index.ts';
import { cellText } from './cellValue.ts';
import { requireFileType, workbookTypes } from './read/fileTypes.ts';
import { limits } from './read/limits.ts';
import { sheetRows } from './read/rows.ts';
import type { SheetRow } from './read/cells.ts';

/** Columns of a document's lines at most. */
const COLUMNS = 60;

type Reading = ReplyOf<typeof readSheetCells>;

/** Reads a file's cells for anyone who may write documents of the kind; nothing is kept. */
export async function readLines(
  kernel: FastifyInstance['kernel'],
  call: Call,
  { kind }: InputOf<typeof readSheetCells>,
): Promise<Reading> {
  const code = lineSheetKinds.find((one) => one === kind);
  if (code === undefined) return refuse('document.kind', { kind }, { field: 'kind' });
  const { url, subject } = documentKinds[code];
  call.must(url ?? '', '1');
  return readCells(kernel, call, mostLines[subject === 'money' ? 'money' : 'goods']);
}

/** Reads the cells of the file that came with a call; nothing is kept. */
export async function readCells(
  { uploads }: FastifyInstance['kernel'],
  call: Call,
  most: number,
): Promise<Reading> {
  const upload = call.upload ?? refuse('request.field', { field: 'file' });
  requireFileType(upload.name, workbookTypes);
  const leave = uploads.enter(call.scope);
  try {
    const rows: string[][] = [];
    const places: number[] = [];
    let length = 0;
    let is1904 = false;
    for await (const row of sheetRows(upload.bytes, limits.lineSheet)) {
      // The headings stand among them.
      if (rows.length > most) refuse('sheet.tooManyRows', { most }, { field: 'file' });
      const texts = textsOf(row);
      length += texts.reduce((sum, text) => sum + text.length, 0);
      if (length > limits.lines) refuse('sheet.tooLarge', {}, { field: 'file' });
      rows.push(texts);
      places.push(row.row);
      is1904 ||= isFrom1904(row);
    }
    if (rows.length === 0) refuse('sheet.empty', {}, { field: 'file' });
    return { rows, places, is1904 };
  } finally {
    leave();
  }
}

const isFrom1904 = ({ cells }: SheetRow): boolean =>
  [...cells.values()].some((cell) => 'number' in cell && cell.isFrom1904 === true);

function textsOf({ cells }: SheetRow): string[] {
  const last = Math.max(...cells.keys());
  if (last >= COLUMNS) refuse('sheet.tooManyColumns', { most: COLUMNS }, { field: 'file' });
  return Array.from({ length: last + 1 }, (_, column) => {
    const cell = cells.get(column);
    return cell === undefined ? '' : cellText(cell);
  });
}
