import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Name, Optional } from '../field.ts';
import * as is from '../fieldTypes.ts';
import { entered, record, switched } from '../record.ts';
import { Closed, DecimalString, Id, Nullable, choices } from '../resource.ts';

export const unitPage = '/system/unit';

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
const RatioString = Type.String({ pattern: '^[0-9]{1,12}(\\.[0-9]{1,3})?$' });
const unitName = is.name(1, 10);
const ratio = is.taking(is.quantity, RatioString);
const furtherUnit = is.taking(is.wordsOrNone, Optional(Nullable(UnitName)));
const furtherRatio = is.taking(
  is.replying(is.quantity, Nullable(DecimalString)),
  Optional(Nullable(RatioString)),
);

/** A second sub unit needs the first, a third the second; each comes with its ratio. */
export const units = record({
  id: 'units',
  subject: 'unit',
  called: { 'zh-cn': '计量单位组', en: 'Unit' },
  path: '/unit',
  page: unitPage,
  fields: {
    /** Generated, e.g. 个/(箱=12个); a list's sub units read 箱=12个. */
    name: { is: is.words, keeps: 'name', lists: { width: 240 }, filters: 'first' },
    baseUnit: entered('base_unit', unitName),
    subUnit: entered('sub_unit', unitName),
    ratio: { is: ratio, keeps: 'ratio', enters: 'form' },
    subUnitTwo: entered('sub_unit_two', furtherUnit),
    ratioTwo: { is: furtherRatio, keeps: 'ratio_two', enters: 'form' },
    subUnitThree: entered('sub_unit_three', furtherUnit),
    ratioThree: { is: furtherRatio, keeps: 'ratio_three', enters: 'form' },
    enabled: switched,
    products: { is: is.integer, reads: 'list', lists: {} },
    /** A used unit keeps its names and ratios. */
    used: { is: is.flag, reads: 'info' },
  },
});
export type UnitFields = Static<typeof units.fields>;

/** What a unit select offers: enabled groups with their units and ratios, the base unit first with ratio 1. */
export const allUnits = choices({
  path: '/unit/getAllList',
  summary: 'Unit groups for a select',
  row: {
    id: Id,
    name: Type.String(),
    units: Type.Array(Closed({ unit: Type.String(), ratio: DecimalString })),
  },
});
