// What tests of spreadsheets stand on: files made of rows, and the way of an import from file to end.
import { sheetImport, sheetImports, sheetRows } from '@tradehouse/contract';
import type { applySheet, undoSheet } from '@tradehouse/contract';
import type { SheetChoices, SheetId, SheetImport } from '@tradehouse/contract';
import { writeXlsx } from 'hucre/xlsx';
import type { CellValue } from 'hucre';
import { setTimeout as wait } from 'node:timers/promises';
import type { TestServer } from '../../testing.ts';

/** Builds a workbook of one sheet. */
export const workbook = async (rows: readonly (readonly CellValue[])[]): Promise<Uint8Array> =>
  writeXlsx({ sheets: [{ name: 'Sheet1', rows: rows.map((row) => [...row]) }] });

/** Sends a file; answers the import it began, or the refusal. */
export const send = (
  server: TestServer,
  sheet: SheetId,
  bytes: Uint8Array,
  token?: string,
  name = 'goods.xlsx',
  choices: SheetChoices = {},
): Promise<SheetImport> => server.upload(sheetImports[sheet], { name, bytes }, choices, token);

/** Waits until nothing works on an import any more. */
export async function settled(
  server: TestServer,
  { id }: Pick<SheetImport, 'id'>,
  token?: string,
): Promise<SheetImport> {
  for (;;) {
    const now = await server.call(sheetImport, { id }, token ?? (await server.signIn('demo')));
    if (!['reading', 'applying', 'undoing'].includes(now.state)) return now;
    await wait(20);
  }
}

/** A file of rows, read and compared. */
export const compared = async (
  server: TestServer,
  sheet: SheetId,
  rows: readonly (readonly CellValue[])[],
  token?: string,
): Promise<SheetImport> =>
  settled(server, await send(server, sheet, await workbook(rows), token), token);

/** Writes an import or takes it back, and waits for the end, which must be `state`. */
export async function stepTo(
  server: TestServer,
  step: typeof applySheet | typeof undoSheet,
  at: SheetImport,
  state: SheetImport['state'],
  token?: string,
): Promise<SheetImport> {
  await server.call(step, { id: at.id }, token ?? (await server.signIn('demo')));
  const end = await settled(server, at, token);
  if (end.state !== state) throw new Error(`${end.state}: ${end.failure ?? ''}`);
  return end;
}

/** Every wrong cell of an import with its sentence. */
export async function errorsOf(
  server: TestServer,
  { id }: SheetImport,
): Promise<readonly (readonly [cell: string, message: string])[]> {
  const { rows } = await server.call(sheetRows, { id, outcome: 'wrong', pageSize: 200 });
  return rows.flatMap(({ errors }) => errors.map(({ cell, message }) => [cell, message] as const));
}
