import { Type } from 'typebox';
import type { Static } from 'typebox';
import { NameText, Optional } from '../field.ts';
import * as is from '../fieldTypes.ts';
import { formField, defineRecord, switched } from '../record.ts';
import { Closed, DecimalString, Id, Nullable, defineChoices } from '../resource.ts';

export const unitPage = '/system/unit';

/** Units of a product's group, for rows that show stock in them; all null with a single unit. */
export const unitColumns = {
  baseUnit: { type: 'text', hidden: true },
  subUnit: { type: 'text', hidden: true },
  ratio: { type: 'quantity', hidden: true },
  subUnitTwo: { type: 'text', hidden: true },
  ratioTwo: { type: 'quantity', hidden: true },
  subUnitThree: { type: 'text', hidden: true },
  ratioThree: { type: 'quantity', hidden: true },
} as const;

const UnitName = NameText(1, 10);
/** Base units per unit: above 1, at most 3 decimals. */
const RatioString = Type.String({ pattern: '^[0-9]{1,12}(\\.[0-9]{1,3})?$' });
const unitName = is.nameType(1, 10);
const ratio = is.withInputSchema(is.quantity, RatioString);
const furtherUnit = is.withInputSchema(is.wordsOrNone, Optional(Nullable(UnitName)));
const furtherRatio = is.withInputSchema(
  is.withReplySchema(is.quantity, Nullable(DecimalString)),
  Optional(Nullable(RatioString)),
);

/** Sub units are filled in order, each with its ratio. */
export const units = defineRecord({
  id: 'units',
  subject: 'unit',
  called: { 'zh-cn': '计量单位组', en: 'Unit' },
  path: '/unit',
  page: unitPage,
  fields: {
    /** Generated, e.g. 个/(箱=12个); a list's sub units read 箱=12个. */
    name: { is: is.words, keeps: 'name', lists: { width: 240 }, filters: 'first' },
    baseUnit: formField('base_unit', unitName),
    subUnit: formField('sub_unit', unitName),
    ratio: { is: ratio, keeps: 'ratio', enters: 'form' },
    subUnitTwo: formField('sub_unit_two', furtherUnit),
    ratioTwo: { is: furtherRatio, keeps: 'ratio_two', enters: 'form' },
    subUnitThree: formField('sub_unit_three', furtherUnit),
    ratioThree: { is: furtherRatio, keeps: 'ratio_three', enters: 'form' },
    enabled: switched,
    products: { is: is.integer, reads: 'list', lists: {} },
    /** Used units keep names and ratios. */
    used: { is: is.flag, reads: 'info' },
  },
});
export type UnitFields = Static<typeof units.fields>;

/** Unit choices: enabled groups with units and ratios, base unit first with ratio 1. */
export const allUnits = defineChoices({
  path: '/unit/getAllList',
  summary: 'Unit groups for a select',
  row: {
    id: Id,
    name: Type.String(),
    units: Type.Array(Closed({ unit: Type.String(), ratio: DecimalString })),
  },
});
