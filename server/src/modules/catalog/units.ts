import { units } from '@tradehouse/contract';
import type { ReplyOf, UnitFields, allUnits } from '@tradehouse/contract';
import { ONE, decimal, toPlainDecimal, unitGroupName } from '@tradehouse/domain';
import type { UnitRatio } from '@tradehouse/domain';
import { sql } from 'kysely';
import { refuseWith } from '../../kernel/access/index.ts';
import { recordWriter } from '../../kernel/table/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { ColumnValues, StoredResourceRow } from '../../kernel/table/index.ts';
import { unitsOf } from './unitRules.ts';

const unitRatioTextSql = (unit: string, ratio: string) => () =>
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
    subUnit: unitRatioTextSql('sub_unit', 'ratio'),
    subUnitTwo: unitRatioTextSql('sub_unit_two', 'ratio_two'),
    subUnitThree: unitRatioTextSql('sub_unit_three', 'ratio_three'),
  },
  row: (columns, fields) => ({
    ...columns,
    ...furtherUnits(fields),
    name: unitGroupNameFromFields(fields),
  }),
  before: keepUsedRatios,
});

const unitGroupNameFromFields = (fields: UnitFields): string => unitGroupName(unitsOf(fields));

/** Units absent from the input leave the group. */
const furtherUnits = ({
  subUnitTwo,
  ratioTwo,
  subUnitThree,
  ratioThree,
}: UnitFields): ColumnValues => ({
  sub_unit_two: subUnitTwo ?? null,
  ratio_two: ratioTwo ?? null,
  sub_unit_three: subUnitThree ?? null,
  ratio_three: ratioThree ?? null,
});

const unitColumns = ['base_unit', 'sub_unit', 'sub_unit_two', 'sub_unit_three'] as const;
const ratioColumns = ['ratio', 'ratio_two', 'ratio_three'] as const;

/**
 * Refuses new units or ratios for a used group, because barcodes and documents count in them; enabling and
 * disabling stay allowed.
 */
async function keepUsedRatios(
  context: Context,
  row: ColumnValues,
  existing: StoredResourceRow | null,
): Promise<void> {
  if (existing === null || !hasUnitChanges(row, existing)) return;
  const { tx, tenantId } = context;
  const product = await tx
    .selectFrom('product')
    .where('tenant_id', '=', tenantId)
    .where('unit_id', '=', existing.id)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (product !== undefined) {
    refuseWith('unit.used', { name: String(existing['name']) }, { field: 'ratio' });
  }
}

const hasUnitChanges = (row: ColumnValues, existing: StoredResourceRow): boolean =>
  unitColumns.some((name) => row[name] !== existing[name]) ||
  ratioColumns.some((name) => !sameRatio(row[name], existing[name]));

const sameRatio = (one: unknown, other: unknown): boolean =>
  one === null || other === null
    ? one === other
    : decimal(String(one)).equals(decimal(String(other)));

/** Returns a group's units, base unit first; refuses a missing group. */
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
    // A change of ratios waits for transactions counting in them, and vice versa.
    .forShare()
    .executeTakeFirst();
  return row === undefined
    ? refuseWith('record.missing', {}, { field: 'unitId' })
    : unitRatiosFromColumns(row);
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

function unitRatiosFromColumns(row: UnitColumns): readonly [UnitRatio, ...UnitRatio[]] {
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

/** Options of a unit select. */
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
    units: unitRatiosFromColumns(row).map(({ unit, ratio }) => ({
      unit,
      ratio: toPlainDecimal(ratio),
    })),
  }));
}
