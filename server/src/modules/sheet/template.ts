import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { fieldLabel, sheets } from '@tradehouse/contract';
import type {
  InputOf,
  ImportSheet,
  SheetField,
  SheetId,
  sheetTemplate,
} from '@tradehouse/contract';
import { escapeSheetText } from '@tradehouse/domain';
import { writeXlsxStream } from 'hucre/xlsx';
import type { CellValue } from 'hucre';
import { sql } from 'kysely';
import { grantedWarehouses, refuseWith, seesAmounts } from '../../kernel/access/index.ts';
import type { Context, Language } from '../../kernel/access/index.ts';
import type { EndpointCall, FileReply } from '../../kernel/http/index.ts';
import { toSheetValueLabel } from './cellValue.ts';
import { openingQuantity } from './headings.ts';
import { mayImport } from './sheetImport.ts';
import { works } from './work.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Note above the headings: how to fill in the sheet. */
const NOTES: Readonly<Record<Language, string>> = {
  'zh-cn':
    '带 * 的列必填。不要改动表头；不需要的列可以整列删除，表里没有的列保持原样。空白单元格会清空原来的内容（仓库数量除外，空白即不变）。有规格属性的商品每个组合一行，写成 颜色:红;尺码:M。示例行请删除。',
  en: 'Columns with * must be filled. Keep the headings; columns you do not need may be deleted, and what has no column stays as it is. A blank cell empties what was there (but for quantities of warehouses: blank leaves them). A product of several attributes has a row per combination, like Colour:red;Size:M. Delete the example row.',
};

interface TemplateColumn {
  readonly field: string;
  readonly heading: string;
  readonly definition: SheetField;
  readonly example: string;
}

/** Streams a sheet with headings and an example, or with all records, whose import changes nothing. */
export async function buildSheetTemplate(
  call: EndpointCall,
  { sheet, filled = false, language = call.language }: InputOf<typeof sheetTemplate>,
): Promise<FileReply> {
  if (!mayImport(call.scope, sheet)) refuseWith('access.denied');
  if (filled) await call.note({ action: 'export', subject: sheet, subjectId: '' });
  const columns = await call.read((context) =>
    columnsOfTemplate({ ...context, language }, sheets[sheet]),
  );
  const rows = filled
    ? generateFilledRows(call, sheet, columns, language)
    : [
        columns.map(({ field, definition, example }) =>
          toTypedCellValue(field, definition, example, language),
        ),
      ];
  return toXlsxReply(
    `${sheet}${filled ? '' : '_template'}`,
    sheetOf(NOTES[language], columns, rows),
  );
}

export function toXlsxReply(
  name: string,
  cells: AsyncIterable<CellValue[]>,
  frozen = 2,
): FileReply {
  const stream = writeXlsxStream(cells, { name, freezePane: { rows: frozen } });
  return {
    name: `${name}.xlsx`,
    type: XLSX,
    // SAFETY: an identical web stream; Node's declaration and the standard's differ in name only.
    body: Readable.fromWeb(stream as unknown as ReadableStream),
  };
}

async function columnsOfTemplate(
  context: Context,
  sheet: ImportSheet,
): Promise<readonly TemplateColumn[]> {
  const { language, scope } = context;
  const own = Object.entries(sheet.fields)
    .filter(
      ([, { mask, foreign }]) =>
        foreign === undefined && (mask === undefined || seesAmounts(scope, mask)),
    )
    .map(([field, definition]): TemplateColumn => ({
      field,
      heading:
        fieldLabel(language, sheet.labels, field) + (definition.required === undefined ? '' : '*'),
      definition,
      example: definition.example[language === 'en' ? 1 : 0],
    }));
  const warehouses = await listTemplateWarehouses(context);
  if (sheet.fields['warehouse'] !== undefined)
    return own.map((column) =>
      column.field === 'warehouse' ? { ...column, example: warehouses[0]?.name ?? '' } : column,
    );
  return sheet.warehouses === true
    ? [
        ...own,
        ...warehouses.map(({ id, name }) => ({
          field: `stock:${id}`,
          heading: name,
          definition: openingQuantity,
          example: '',
        })),
      ]
    : own;
}

async function listTemplateWarehouses({ tx, tenantId, scope }: Context) {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from warehouse
    where tenant_id = ${tenantId} and enabled and ${grantedWarehouses(scope, 'warehouse.id')}
    order by sort, id`.execute(tx);
  return rows;
}

async function* sheetOf(
  note: string,
  columns: readonly TemplateColumn[],
  rows: Iterable<CellValue[]> | AsyncIterable<CellValue[]>,
): AsyncGenerator<CellValue[]> {
  yield [note];
  yield columns.map(({ heading }) => escapeSheetText(heading));
  yield* rows;
}

const PAGE = 10_000;

/** Yields all records in id order, by pages, so that a slow reader holds neither memory nor a transaction. */
async function* generateFilledRows(
  call: EndpointCall,
  sheet: SheetId,
  columns: readonly TemplateColumn[],
  language: Language,
): AsyncGenerator<CellValue[]> {
  const fields = columns.map(({ field }) => field);
  for (let from = 0; ; from += PAGE) {
    const records = await call.read(async (context) => {
      const all = works[sheet].all(context, fields);
      const { rows } = await sql<{ cells: Readonly<Record<string, string | null>> }>`
        ${all} limit ${PAGE} offset ${from}`.execute(context.tx);
      return rows;
    });
    for (const { cells } of records)
      yield columns.map(({ field, definition }) =>
        toTypedCellValue(field, definition, cells[field] ?? '', language),
      );
    if (records.length < PAGE) return;
  }
}

/** Types a value: a number if a spreadsheet keeps every digit; yes and no in the reader's language. */
export function toTypedCellValue(
  field: string,
  definition: SheetField,
  value: string,
  language: Language,
): CellValue {
  const { type } = definition;
  if (value === '') return null;
  if (type === 'flag' || type === 'choice')
    return escapeSheetText(toSheetValueLabel(field, definition, value, language));
  if (type === 'amount' || type === 'integer')
    return value.replace(/\D/g, '').length > 15 ? value : Number(value);
  return escapeSheetText(value.replaceAll(/[\p{Cc}\ufffe\uffff]/gu, ''));
}
