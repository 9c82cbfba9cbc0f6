import type { Column, ConditionRule, Table } from '@tradehouse/contract';
import { needsNoValue, readsAs, rulesOf } from '@tradehouse/contract';
import { isEmptyValue } from './filterState.ts';
import type { Conditions } from './sieve.ts';

type Value = Conditions['rows'][number]['val'];

/** A row of the advanced query while it is entered. */
export interface Draft {
  /** Names the row while others come and go. */
  readonly key: number;
  /** Undefined until it is chosen. */
  readonly field: string | undefined;
  readonly rule: ConditionRule;
  readonly val: Value;
}

/** What is wrong with a row. */
export type Wrong = 'chooseColumn' | 'missing' | 'number' | 'whole' | 'day';

/** How a value is entered: chosen, a day, a figure, a text, or several of them. */
export type Entry = 'none' | 'choice' | 'choices' | 'day' | 'figure' | 'text' | 'several';

const chosen: ReadonlySet<Column['type']> = new Set(['choice', 'tags', 'flag']);
const days: ReadonlySet<Column['type']> = new Set(['day', 'time']);

export function entryOf({ type }: Pick<Column, 'type'>, rule: ConditionRule): Entry {
  if (needsNoValue(rule)) return 'none';
  if (chosen.has(type)) return rule === 'in' ? 'choices' : 'choice';
  if (rule === 'in') return 'several';
  if (days.has(type)) return 'day';
  return type === 'text' ? 'text' : 'figure';
}

const typeOf = (table: Table, field: string | undefined): Column =>
  table.columns[field ?? ''] ?? { type: 'text' };

const blankOf = (entry: Entry): Value => (entry === 'choices' || entry === 'several' ? [] : '');

/** The row about another column: the rule stays where it fits, the value where it is entered alike. */
export function aboutColumn(table: Table, draft: Draft, field: string): Draft {
  const column = typeOf(table, field);
  const rules = rulesOf[column.type];
  const rule = rules.includes(draft.rule) ? draft.rule : (rules[0] ?? 'eq');
  const before = typeOf(table, draft.field);
  const kept = before.type === column.type && before.choices === column.choices;
  return { ...draft, field, rule, val: kept ? draft.val : blankOf(entryOf(column, rule)) };
}

/** The row with another rule: the value stays where it is entered alike. */
export function byRule(table: Table, draft: Draft, rule: ConditionRule): Draft {
  const column = typeOf(table, draft.field);
  const entry = entryOf(column, rule);
  const kept = entry === entryOf(column, draft.rule);
  return { ...draft, rule, val: kept ? draft.val : blankOf(entry) };
}

const complaints: Readonly<Partial<Record<Column['type'], Wrong>>> = {
  integer: 'whole',
  day: 'day',
  time: 'day',
  text: 'missing',
};

/** What is wrong with a row; null: nothing. A row in which nothing was entered is not wrong. */
export function wrongWith(table: Table, { field, rule, val }: Draft): Wrong | null {
  if (field === undefined) return isEmptyValue(val) ? null : 'chooseColumn';
  if (needsNoValue(rule)) return null;
  const values = [val].flat().map((one) => String(one ?? '').trim());
  if (isEmptyValue(values)) return 'missing';
  const column = typeOf(table, field);
  const fits = values.every((value) => readsAs(column, value));
  return fits ? null : (complaints[column.type] ?? 'number');
}

/** What the rows ask for: those in which a column was chosen. */
export const rowsOf = (drafts: readonly Draft[]): Conditions['rows'] =>
  drafts.flatMap(({ field, rule, val }) => (field === undefined ? [] : [{ field, rule, val }]));
