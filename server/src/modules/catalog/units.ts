import { unitTable } from '@tradehouse/contract';
import type { ReplyOf, UnitFields, allUnits } from '@tradehouse/contract';
import { ONE, decimal, plain, unitGroupName } from '@tradehouse/domain';
import type { UnitRatio } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { found, refuse, source } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { unitsOf } from './unitRules.ts';

const shown = (unit: string, ratio: string): RawBuilder<string | null> => sql<string | null>`
  ${sql.ref(unit)} || '=' || trim_scale(${sql.ref(ratio)}) || base_unit`;

export const unitRows = source(unitTable, ({ tx, tenantId }) =>
  tx
    .selectFrom('unit')
    .where('unit.tenant_id', '=', tenantId)
    .select([
      'unit.id',
      'unit.version',
      'unit.name',
      'unit.base_unit as baseUnit',
      shown('sub_unit', 'ratio').as('subUnit'),
      shown('sub_unit_two', 'ratio_two').as('subUnitTwo'),
      shown('sub_unit_three', 'ratio_three').as('subUnitThree'),
      'unit.enabled',
      sql<number>`(select count(*)::int from product
        where product.tenant_id = ${tenantId} and product.unit_id = unit.id)`.as('products'),
      'unit.created_at as createTime',
    ]),
);

export async function unitInfo({ tx, tenantId }: Context, id: string) {
  const row = await tx
    .selectFrom('unit')
    .where('unit.tenant_id', '=', tenantId)
    .where('unit.id', '=', id)
    .select([
      'unit.id',
      'unit.version',
      'unit.name',
      'unit.base_unit as baseUnit',
      'unit.sub_unit as subUnit',
      'unit.ratio',
      'unit.sub_unit_two as subUnitTwo',
      'unit.ratio_two as ratioTwo',
      'unit.sub_unit_three as subUnitThree',
      'unit.ratio_three as ratioThree',
      'unit.enabled',
      sql<boolean>`exists (select from product
        where product.tenant_id = ${tenantId} and product.unit_id = unit.id)`.as('used'),
    ])
    .executeTakeFirst();
  return found(row);
}

/** The columns of a unit group; its name follows from its units. */
export function unitToRow(fields: UnitFields) {
  const units = unitsOf(fields);
  return {
    name: unitGroupName(units),
    base_unit: fields.baseUnit,
    sub_unit: fields.subUnit,
    ratio: fields.ratio,
    sub_unit_two: fields.subUnitTwo ?? null,
    ratio_two: fields.ratioTwo ?? null,
    sub_unit_three: fields.subUnitThree ?? null,
    ratio_three: fields.ratioThree ?? null,
    ...(fields.enabled === undefined ? {} : { enabled: fields.enabled }),
  };
}

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
