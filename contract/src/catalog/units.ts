import { Type } from 'typebox';
import type { Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Name, Optional } from '../field.ts';
import { Closed, DecimalString, Id, Nullable, resource } from '../resource.ts';
import { table } from '../table.ts';

export const unitPage = '/system/unit';

/** `name` is generated, e.g. 个/(箱=12个); the sub columns read 箱=12个. */
export const unitTable = table({
  id: 'units',
  path: '/unit/list',
  exportPath: '/unit/exportExcel',
  access: { page: unitPage },
  columns: {
    id: { type: 'id', hidden: true },
    version: { type: 'integer', hidden: true },
    name: { type: 'text', width: 240 },
    baseUnit: { type: 'text' },
    subUnit: { type: 'text' },
    subUnitTwo: { type: 'text' },
    subUnitThree: { type: 'text' },
    enabled: { type: 'flag' },
    products: { type: 'integer' },
    createTime: { type: 'time', optional: true },
  },
  filters: {
    name: { by: 'contains', columns: ['name'], control: 'text', first: true },
    enabled: { by: 'flag', columns: ['enabled'], control: 'flag' },
  },
  order: { column: 'createTime', direction: 'desc' },
});

/** The units of a product's group, for rows whose stock is also told in them; all null where it has one unit only. */
export const unitColumns = {
  baseUnit: { type: 'text', hidden: true },
  subUnit: { type: 'text', hidden: true },
  ratio: { type: 'quantity', hidden: true },
  subUnitTwo: { type: 'text', hidden: true },
  ratioTwo: { type: 'quantity', hidden: true },
  subUnitThree: { type: 'text', hidden: true },
  ratioThree: { type: 'quantity', hidden: true },
} as const;

const UnitName = Name(1, 10);
/** How many base units it holds: above 1, at most 3 decimals. */
export const RatioString = Type.String({ pattern: '^[0-9]{1,12}(\\.[0-9]{1,3})?$' });

/** A second sub unit needs the first, a third the second; each comes with its ratio. */
export const UnitFields = Closed({
  baseUnit: UnitName,
  subUnit: UnitName,
  ratio: RatioString,
  subUnitTwo: Optional(Nullable(UnitName)),
  ratioTwo: Optional(Nullable(RatioString)),
  subUnitThree: Optional(Nullable(UnitName)),
  ratioThree: Optional(Nullable(RatioString)),
  enabled: Optional(Type.Boolean()),
});
export type UnitFields = Static<typeof UnitFields>;

export const UnitInfo = Closed({
  id: Id,
  version: Type.Integer(),
  name: Type.String(),
  baseUnit: Type.String(),
  subUnit: Type.String(),
  ratio: DecimalString,
  subUnitTwo: Nullable(Type.String()),
  ratioTwo: Nullable(DecimalString),
  subUnitThree: Nullable(Type.String()),
  ratioThree: Nullable(DecimalString),
  enabled: Type.Boolean(),
  /** A used unit keeps its names and ratios. */
  used: Type.Boolean(),
});
export type UnitInfo = Static<typeof UnitInfo>;

export const units = resource({
  path: '/unit',
  page: unitPage,
  table: unitTable,
  fields: UnitFields,
  info: UnitInfo,
  unique: { field: 'name' },
  status: true,
});

/** What a unit select offers: enabled groups with their units and ratios, the base unit first with ratio 1. */
export const allUnits = endpoint({
  method: 'GET',
  path: '/unit/getAllList',
  summary: 'Unit groups for a select',
  access: 'signedIn',
  input: Closed({}),
  reply: Type.Array(
    Closed({
      id: Id,
      name: Type.String(),
      units: Type.Array(Closed({ unit: Type.String(), ratio: DecimalString })),
    }),
  ),
});
