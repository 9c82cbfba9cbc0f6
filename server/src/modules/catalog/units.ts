import { units } from '@tradehouse/contract';
import type { ReplyOf, UnitFields, allUnits } from '@tradehouse/contract';
import { ONE, decimal, plain, unitGroupName } from '@tradehouse/domain';
import type { UnitRatio } from '@tradehouse/domain';
import { sql } from 'kysely';
import { recordWriter, refuse } from '../../kernel/index.ts';
import type { Columns, Context, Row } from '../../kernel/index.ts';
import { unitsOf } from './unitRules.ts';

const shown = (unit: string, ratio: string) => () =>
  sql`
  ${sql.ref(`row.${unit}`)} || '=' || trim_scale(${sql.ref(`row.${ratio}`)}) || row.base_unit`;

export const unitWriter = recordWriter(units, {
  reads: {
    products: ({ tenantId }) => sql`(
      select count(*)::int from product
      where product.tenant_id = ${tenantId} and product.unit_id = row.id)`,
    used: ({ tenantId }) => sql`exists (
      select from product where product.tenant_id = ${tenantId} and product.unit_id = row.id)`,
  },
  lists: {
    subUnit: shown('sub_unit', 'ratio'),
    subUnitTwo: shown('sub_unit_two', 'ratio_two'),
    subUnitThree: shown('sub_unit_three', 'ratio_three'),
  },
  row: (columns, fields) => ({ ...columns, ...furtherUnits(fields), name: nameOf(fields) }),
  before: keepUsedRatios,
});

/** A group's name follows from its units. */
const nameOf = (fields: UnitFields): string => unitGroupName(unitsOf(fields));

/** What is left out of a group is none of it. */
const furtherUnits = ({ subUnitTwo, ratioTwo, subUnitThree, ratioThree }: UnitFields): Columns => ({
  sub_unit_two: subUnitTwo ?? null,
  ratio_two: ratioTwo ?? null,
  sub_unit_three: subUnitThree ?? null,
  ratio_three: ratioThree ?? null,
});

const unitColumns = ['base_unit', 'sub_unit', 'sub_unit_two', 'sub_unit_three'] as const;
const ratioColumns = ['ratio', 'ratio_two', 'ratio_three'] as const;

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
  unitColumns.some((name) => row[name] !== existing[name]) ||
  ratioColumns.some((name) => !sameRatio(row[name], existing[name]));

const sameRatio = (one: unknown, other: unknown): boolean =>
  one === null || other === null
    ? one === other
    : decimal(String(one)).equals(decimal(String(other)));

/** The units of a group, base unit first; refuses one that isn't there. */
export async function unitGroup(
  { tx, tenantId }: Context,
  id: string,
): Promise<readonly [UnitRatio, ...UnitRatio[]]> {
  const row = await tx
    .selectFrom('unit')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .select([
      'base_unit',
      'sub_unit',
      'ratio',
      'sub_unit_two',
      'ratio_two',
      'sub_unit_three',
      'ratio_three',
    ])
    // A change of its ratios waits until those who count in them have committed, and the other way round.
    .forShare()
    .executeTakeFirst();
  return row === undefined ? refuse('record.missing', {}, { field: 'unitId' }) : ratios(row);
}

interface UnitColumns {
  readonly base_unit: string;
  readonly sub_unit: string;
  readonly ratio: string;
  readonly sub_unit_two: string | null;
  readonly ratio_two: string | null;
  readonly sub_unit_three: string | null;
  readonly ratio_three: string | null;
}

function ratios(row: UnitColumns): readonly [UnitRatio, ...UnitRatio[]] {
  const further = [
    [row.sub_unit, row.ratio],
    [row.sub_unit_two, row.ratio_two],
    [row.sub_unit_three, row.ratio_three],
  ] as const;
  return [
    { unit: row.base_unit, ratio: ONE },
    ...further.flatMap(([unit, ratio]) =>
      unit === null || ratio === null ? [] : [{ unit, ratio: decimal(ratio) }],
    ),
  ];
}

/** What a unit select offers. */
export async function unitChoices({ tx, tenantId }: Context): Promise<ReplyOf<typeof allUnits>> {
  const rows = await tx
    .selectFrom('unit')
    .where('tenant_id', '=', tenantId)
    .where('enabled', '=', true)
    .orderBy('name')
    .selectAll()
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    units: ratios(row).map(({ unit, ratio }) => ({ unit, ratio: plain(ratio) })),
  }));
}
