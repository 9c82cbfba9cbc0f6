import type { units } from '@tradehouse/contract';
import { decimal } from '@tradehouse/domain';
import { refuse } from '../../kernel/index.ts';
import type { Columns, Context, Row, Writer } from '../../kernel/index.ts';
import { unitInfo, unitRows, unitToRow } from './units.ts';

export const unitWriter: Writer<typeof units> = {
  table: 'unit',
  list: unitRows,
  toRow: (fields) => unitToRow(fields),
  toInfo: ({ id }, context) => unitInfo(context, id),
  before: keepUsedRatios,
};

const names = ['base_unit', 'sub_unit', 'sub_unit_two', 'sub_unit_three'] as const;
const ratios = ['ratio', 'ratio_two', 'ratio_three'] as const;

/** Barcodes and documents count in the units of a used group, so these stay; it may still be switched on and off. */
async function keepUsedRatios(context: Context, row: Columns, existing: Row | null): Promise<void> {
  if (existing === null || !changes(row, existing)) return;
  const { tx, tenantId } = context;
  const product = await tx
    .selectFrom('product')
    .where('tenant_id', '=', tenantId)
    .where('unit_id', '=', existing.id)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (product !== undefined) {
    refuse('unit.used', { name: String(existing['name']) }, { field: 'ratio' });
  }
}

const changes = (row: Columns, existing: Row): boolean =>
  names.some((name) => row[name] !== existing[name]) ||
  ratios.some((name) => !sameRatio(row[name], existing[name]));

const sameRatio = (one: unknown, other: unknown): boolean =>
  one === null || other === null
    ? one === other
    : decimal(String(one)).equals(decimal(String(other)));
