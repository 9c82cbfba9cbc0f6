import { sheets } from '@tradehouse/contract';
import type { InputOf, wrongSheetRows } from '@tradehouse/contract';
import { DomainError, escapeSheetText } from '@tradehouse/domain';
import type { ErrorKey, SentenceFacts } from '@tradehouse/domain';
import type { CellValue } from 'hucre';
import { sql } from 'kysely';
import type { Language } from '../../kernel/access/index.ts';
import { sentenceOf } from '../../kernel/http/index.ts';
import type { EndpointCall, FileReply } from '../../kernel/http/index.ts';
import { importRowsSql } from './compare.ts';
import { openingQuantity } from './headings.ts';
import { ownImport, seenColumns } from './sheetImport.ts';
import { typedKey } from './staging.ts';
import { toTypedCellValue, toXlsxReply } from './template.ts';

/** Heading of the reasons; an import ignores the column. */
const REASON: Readonly<Record<Language, string>> = { 'zh-cn': '错误原因', en: 'Reason' };

interface WrongRow {
  readonly row: number;
  readonly cells: Readonly<Record<string, string | null>>;
  readonly derived: Readonly<Record<string, unknown>>;
  readonly faults: readonly { field: string; key: ErrorKey; facts: SentenceFacts }[];
}

const PAGE = 2_000;

/** Builds a sheet of an import's wrong rows in the import's columns, with texts as typed and the reasons. */
export async function buildWrongRows(
  call: EndpointCall,
  { id }: InputOf<typeof wrongSheetRows>,
): Promise<FileReply> {
  const { language } = call;
  const at = await call.read((context) => ownImport(context, id));
  const columns = seenColumns(at, call.scope);
  const fields = new Map(columns.map(({ field, label }) => [field, label]));
  const reasonsOf = ({ faults }: WrongRow): string => {
    const reasons = faults.map(({ field, key, facts }) => {
      const label = fields.get(field);
      const sentence = sentenceOf(new DomainError(key, facts), language);
      return label === undefined ? sentence : `${label}: ${sentence}`;
    });
    return [...new Set(reasons)].join('; ');
  };
  const toCells = (row: WrongRow): CellValue[] => [
    ...columns.map(({ field }): CellValue => {
      const typed = row.derived[typedKey(field)];
      if (typeof typed === 'string') return escapeSheetText(typed);
      const definition = sheets[at.sheet].fields[field] ?? openingQuantity;
      return toTypedCellValue(field, definition, row.cells[field] ?? '', language);
    }),
    escapeSheetText(reasonsOf(row)),
  ];
  async function* generateCells(): AsyncGenerator<CellValue[]> {
    yield [...columns.map(({ label }) => escapeSheetText(label)), REASON[language]];
    for (let after = 0; ;) {
      const rows = await call.read(async (context) => {
        const { tenantId, tx } = context;
        const found = await sql<WrongRow>`
          select r.row, r.cells, r.derived, coalesce((
            select json_agg(json_build_object('field', f.field, 'key', f.key, 'facts', f.facts)
              order by f.field, f.key)
            from sheet_fault f
            where f.tenant_id = ${tenantId} and f.import_id = ${id} and f.row = r.row), '[]') as faults
          from sheet_row r
          where ${importRowsSql(context, id)} and r.outcome = 'wrong' and r.row > ${after}
          order by r.row limit ${PAGE}`.execute(tx);
        return found.rows;
      });
      yield* rows.map(toCells);
      const last = rows.at(-1);
      if (last === undefined || rows.length < PAGE) return;
      after = last.row;
    }
  }
  return toXlsxReply(`${at.sheet}_wrong`, generateCells(), 1);
}
