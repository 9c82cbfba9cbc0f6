import type { TableColumn, ConditionRule, TableDeclaration } from '@tradehouse/contract';
import { needsNoValue, readsAs, rulesOf } from '@tradehouse/contract';
import { isEmptyValue } from './filterState.ts';
import type { Conditions } from './sieve.ts';

type ConditionValue = Conditions['rows'][number]['val'];

export interface ConditionDraft {
  /** Identifies the row while rows are added and removed. */
  readonly key: number;
  /** Undefined until chosen. */
  readonly field: string | undefined;
  readonly rule: ConditionRule;
  readonly val: ConditionValue;
}

export type ConditionProblem = 'chooseColumn' | 'missing' | 'number' | 'whole' | 'day';

/** Kind of input for a value: choice, day, figure, text, or several values. */
export type ConditionEntry = 'none' | 'choice' | 'choices' | 'day' | 'figure' | 'text' | 'several';

const chosen: ReadonlySet<TableColumn['type']> = new Set(['choice', 'tags', 'flag']);
const days: ReadonlySet<TableColumn['type']> = new Set(['day', 'time']);

export function entryOfCondition(
  { type }: Pick<TableColumn, 'type'>,
  rule: ConditionRule,
): ConditionEntry {
  if (needsNoValue(rule)) return 'none';
  if (chosen.has(type)) return rule === 'in' ? 'choices' : 'choice';
  if (rule === 'in') return 'several';
  if (days.has(type)) return 'day';
  return type === 'text' ? 'text' : 'figure';
}

const columnOfCondition = (table: TableDeclaration, field: string | undefined): TableColumn =>
  table.columns[field ?? ''] ?? { type: 'text' };

const blankValueOfEntry = (entry: ConditionEntry): ConditionValue =>
  entry === 'choices' || entry === 'several' ? [] : '';

/** Returns the row for another column: keeps an applicable rule, and a value of equal input kind. */
export function aboutColumn(
  table: TableDeclaration,
  draft: ConditionDraft,
  field: string,
): ConditionDraft {
  const column = columnOfCondition(table, field);
  const rules = rulesOf[column.type];
  const rule = rules.includes(draft.rule) ? draft.rule : (rules[0] ?? 'eq');
  const before = columnOfCondition(table, draft.field);
  const kept = before.type === column.type && before.choices === column.choices;
  return {
    ...draft,
    field,
    rule,
    val: kept ? draft.val : blankValueOfEntry(entryOfCondition(column, rule)),
  };
}

/** Returns the row with another rule: keeps a value of equal input kind. */
export function byRule(
  table: TableDeclaration,
  draft: ConditionDraft,
  rule: ConditionRule,
): ConditionDraft {
  const column = columnOfCondition(table, draft.field);
  const entry = entryOfCondition(column, rule);
  const kept = entry === entryOfCondition(column, draft.rule);
  return { ...draft, rule, val: kept ? draft.val : blankValueOfEntry(entry) };
}

const complaints: Readonly<Partial<Record<TableColumn['type'], ConditionProblem>>> = {
  integer: 'whole',
  day: 'day',
  time: 'day',
  text: 'missing',
};

/** Returns a row's problem, null for none. An empty row has none. */
export function findConditionProblem(
  table: TableDeclaration,
  { field, rule, val }: ConditionDraft,
): ConditionProblem | null {
  if (field === undefined) return isEmptyValue(val) ? null : 'chooseColumn';
  if (needsNoValue(rule)) return null;
  const values = [val].flat().map((one) => String(one ?? '').trim());
  if (isEmptyValue(values)) return 'missing';
  const column = columnOfCondition(table, field);
  const fits = values.every((value) => readsAs(column, value));
  return fits ? null : (complaints[column.type] ?? 'number');
}

/** Returns the conditions of rows with a column. */
export const conditionsFromDrafts = (drafts: readonly ConditionDraft[]): Conditions['rows'] =>
  drafts.flatMap(({ field, rule, val }) => (field === undefined ? [] : [{ field, rule, val }]));
