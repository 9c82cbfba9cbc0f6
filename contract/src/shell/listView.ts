import { Type } from 'typebox';
import type { Static } from 'typebox';
import { conditionRules, MOST_CONDITIONS } from '../conditions.ts';
import { Optional, Text, literals } from '../field.ts';
import { Closed, Nullable } from '../resource.ts';

const Column = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9]{0,59}$' });
const Columns = Type.Array(Column, { maxItems: 300 });
const Values = Type.Array(Nullable(Text(1000)), { maxItems: 500 });
const Value = Type.Union([Text(1000), Type.Boolean(), Values, Type.Null()]);
const named = <T extends Parameters<typeof Type.Record>[1]>(value: T) =>
  Type.Record(Column, value, { additionalProperties: false, maxProperties: 300 });

/** One condition of the advanced query, as `superQueryParams` has it. */
export const ViewCondition = Closed({ field: Column, rule: literals(conditionRules), val: Value });
export type ViewCondition = Static<typeof ViewCondition>;

/**
 * What a screen of a list or report stands at: everything but its page. What is absent is as the screen starts.
 */
export const ListView = Closed({
  /**
   * Values by filter. A filter that is not named has what the screen starts it with on the day that it is opened, so days
   * that were left there move on; null: emptied. Days may be a `DayRange`, whose days are those of that day, too.
   */
  search: Type.Record(Column, Value, { additionalProperties: false, maxProperties: 60 }),
  conditions: Optional(
    Closed({
      match: literals(['and', 'or']),
      rows: Type.Array(ViewCondition, { maxItems: MOST_CONDITIONS }),
    }),
  ),
  /**
   * What the headings of columns ask for: any of several choices; the part that a text holds, alone; the first and the last
   * figure or day, either of them blank.
   */
  headers: Optional(named(Type.Array(Text(1000), { maxItems: 500 }))),
  sort: Optional(Closed({ column: Column, order: literals(['asc', 'desc']) })),
  pageSize: Optional(Type.Integer({ minimum: 1, maximum: 500 })),
  /** Which columns stand where, and how wide in pixels. */
  columns: Optional(
    Closed({
      order: Optional(Columns),
      hidden: Optional(Columns),
      shown: Optional(Columns),
      widths: Optional(named(Type.Integer({ minimum: 1, maximum: 5000 }))),
      pinned: Optional(Columns),
    }),
  ),
  /** Whether the chart stands beside it. */
  chart: Optional(Type.Boolean()),
});
export type ListView = Static<typeof ListView>;
