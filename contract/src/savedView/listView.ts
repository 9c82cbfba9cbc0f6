import { Type } from 'typebox';
import type { Static, TSchema } from 'typebox';
import { conditionRules, MOST_CONDITIONS } from '../conditions.ts';
import { Optional, Text, toLiteralUnion } from '../field.ts';
import { toRecordSchema } from '../lightSchemas.ts';
import { Closed, Nullable } from '../resource.ts';

const COLUMN = '^[A-Za-z][A-Za-z0-9]{0,59}$';
const Column = Type.String({ pattern: COLUMN });
const Columns = Type.Array(Column, { maxItems: 300 });
const Values = Type.Array(Nullable(Text(1000)), { maxItems: 500 });
const Value = Type.Union([Text(1000), Type.Boolean(), Values, Type.Null()]);
const defineColumnRecord = <T extends TSchema>(value: T, maxProperties = 300) =>
  toRecordSchema(value, { pattern: COLUMN, additionalProperties: false, maxProperties });

/** Condition of the advanced query, in the form of `superQueryParams`. */
export const ViewCondition = Closed({
  field: Column,
  rule: toLiteralUnion(conditionRules),
  val: Value,
});
export type ViewCondition = Static<typeof ViewCondition>;

/** State of a list or report, except its page. Absent parts are the screen's defaults. */
export const ListView = Closed({
  /**
   * Values by filter. An absent filter has the default of the opening day, so default days move on; null:
   * emptied. A `DayRange` is resolved that day, too.
   */
  search: defineColumnRecord(Value, 60),
  conditions: Optional(
    Closed({
      match: toLiteralUnion(['and', 'or']),
      rows: Type.Array(ViewCondition, { maxItems: MOST_CONDITIONS }),
    }),
  ),
  /**
   * Heading filters: several choices; one part of a text; first and last figure or day, either may be
   * blank.
   */
  headers: Optional(defineColumnRecord(Type.Array(Text(1000), { maxItems: 500 }))),
  sort: Optional(Closed({ column: Column, order: toLiteralUnion(['asc', 'desc']) })),
  pageSize: Optional(Type.Integer({ minimum: 1, maximum: 500 })),
  /** Order and widths of columns, in pixels. */
  columns: Optional(
    Closed({
      order: Optional(Columns),
      hidden: Optional(Columns),
      shown: Optional(Columns),
      widths: Optional(defineColumnRecord(Type.Integer({ minimum: 1, maximum: 5000 }))),
      pinned: Optional(Columns),
    }),
  ),
  /** True if the chart is shown. */
  chart: Optional(Type.Boolean()),
});
export type ListView = Static<typeof ListView>;
