import { MOST_LINES, lineSheet } from '@tradehouse/contract';
import type { InputOf, ReplyOf, Sheet, readSheetLines } from '@tradehouse/contract';
import { DomainError, goodsKindCodes } from '@tradehouse/domain';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { sentenceOf } from '../../kernel/answer.ts';
import { grantedWarehouses, refuse } from '../../kernel/index.ts';
import type { Call, Context } from '../../kernel/index.ts';
import type { SheetColumn } from './headings.ts';
import { columnName } from './read/rows.ts';
import { stagedBatches } from './staging.ts';
import type { StagedRow } from './staging.ts';

type Reply = ReplyOf<typeof readSheetLines>;

/** The sheet of a kind whose documents the caller may write. */
export function sheetOfKind(call: Call, kind: string): Sheet {
  const code = goodsKindCodes.find((one) => one === kind);
  if (code === undefined) return refuse('document.kind', { kind }, { field: 'kind' });
  const sheet = lineSheet(code);
  call.must(sheet.page, '1');
  return sheet;
}

/** Reads lines whole: each is understood or told wrong by its cells, and nothing is kept. */
export async function readLines(
  { heavy }: FastifyInstance['kernel'],
  call: Call,
  { kind }: InputOf<typeof readSheetLines>,
): Promise<Reply> {
  const sheet = sheetOfKind(call, kind);
  const upload = call.upload ?? refuse('request.field', { field: 'file' });
  if (!/\.xlsx$/i.test(upload.name)) refuse('sheet.type', {}, { field: 'file' });
  const leave = heavy.enter(call.scope);
  try {
    const reading = {
      sheet,
      rule: () => ({ derived: {}, faults: [] }),
      warehouses: [],
      scope: call.scope,
      most: MOST_LINES,
    };
    const rows: StagedRow[] = [];
    let columns: readonly SheetColumn[] = [];
    let ignored: readonly string[] = [];
    for await (const batch of stagedBatches(upload.bytes, reading)) {
      rows.push(...batch.rows);
      ({ columns, ignored } = batch.headings);
    }
    return await call.read(async (context) => ({
      ...(await understood(context, rows, columns)),
      ignored: [...ignored],
    }));
  } finally {
    leave();
  }
}

interface Known {
  readonly barcodes: ReadonlyMap<string, string>;
  readonly warehouses: ReadonlyMap<string, string>;
}

async function understood(
  context: Context,
  rows: readonly StagedRow[],
  columns: readonly SheetColumn[],
): Promise<Omit<Reply, 'ignored'>> {
  const known = await knownIn(context, rows);
  const lines: Reply['lines'] = [];
  const errors: Reply['errors'] = [];
  for (const row of rows) {
    const faults = [...row.faults, ...unknownIn(row, known)];
    for (const { field, key, facts } of faults) {
      const { column = 0, label = '' } = columns.find((one) => one.field === field) ?? {};
      const message = sentenceOf(new DomainError(key, facts), context.language);
      errors.push({ cell: `${columnName(column)}${row.row}`, label, message });
    }
    if (faults.length === 0) lines.push(lineOf(row, known));
  }
  return { lines, errors };
}

function unknownIn({ cells }: StagedRow, { barcodes, warehouses }: Known): StagedRow['faults'] {
  const missing = (field: string, names: ReadonlyMap<string, string>): StagedRow['faults'] => {
    const value = cells[field] ?? null;
    return value === null || names.has(value)
      ? []
      : [{ field, key: 'cell.unknown', facts: { value } }];
  };
  const none: StagedRow['faults'] =
    cells['quantity'] === '0' ? [{ field: 'quantity', key: 'cell.missing', facts: {} }] : [];
  return [...missing('warehouse', warehouses), ...missing('barcode', barcodes), ...none];
}

function lineOf(
  { row, cells }: StagedRow,
  { barcodes, warehouses }: Known,
): Reply['lines'][number] {
  const barcode = cells['barcode'] ?? '';
  const warehouse = cells['warehouse'] ?? '';
  return {
    row,
    barcode,
    name: barcodes.get(barcode) ?? '',
    warehouseId: warehouses.get(warehouse) ?? null,
    warehouseName: warehouse,
    quantity: cells['quantity'] ?? '0',
    unitPrice: cells['unitPrice'] ?? null,
    taxRate: cells['taxRate'] ?? null,
    remark: cells['remark'] ?? '',
  };
}

/** The product of each barcode and the id of each granted warehouse that rows name. */
async function knownIn(
  { tx, tenantId, scope }: Context,
  rows: readonly StagedRow[],
): Promise<Known> {
  const named = (field: string): string[] => [
    ...new Set(rows.flatMap(({ cells }) => cells[field] ?? [])),
  ];
  const { rows: barcodes } = await sql<{ code: string; name: string }>`
    select b.code, p.name from barcode b join product p on p.tenant_id = ${tenantId} and p.id = b.product_id
    where b.tenant_id = ${tenantId} and b.code = any(${named('barcode')}::text[]) and b.enabled and p.enabled`.execute(
    tx,
  );
  const { rows: warehouses } = await sql<{ id: string; name: string }>`
    select id, name from warehouse
    where tenant_id = ${tenantId} and name = any(${named('warehouse')}::text[]) and enabled
      and ${grantedWarehouses(scope, 'warehouse.id')}`.execute(tx);
  return {
    barcodes: new Map(barcodes.map(({ code, name }) => [code, name])),
    warehouses: new Map(warehouses.map(({ id, name }) => [name, id])),
  };
}
