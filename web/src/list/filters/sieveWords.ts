import type { Column, ConditionRule, Table } from '@tradehouse/contract';
import { needsNoValue } from '@tradehouse/contract';
import { t } from '../../phrase/index.ts';
import { choiceOf, flagWord, labelOf } from '../../record/labels.ts';
import type { Conditions, Headings } from './sieve.ts';
import { headingKind } from './sieve.ts';

/** A value in words: choices by what they are called. */
function wordOf(name: string, { type }: Pick<Column, 'type'>, value: unknown): string {
  if (type === 'flag') return flagWord(name, String(value) === 'true');
  return type === 'choice' || type === 'tags' ? choiceOf(name, String(value)) : String(value);
}

const wordsOf = (name: string, column: Pick<Column, 'type'>, values: readonly unknown[]): string =>
  values.map((value) => wordOf(name, column, value)).join(', ');

/** How a rule is called. */
export const ruleWord = (rule: ConditionRule): string => t(`rule.${rule}`);

/** What can be ticked, or chosen, of a column; none where anything may be typed. */
export function choicesIn(
  name: string,
  { type, choices = [] }: Column,
): readonly { readonly value: string; readonly label: string }[] {
  const values = type === 'flag' ? ['true', 'false'] : choices;
  return values.map((value) => ({ value, label: wordOf(name, { type }, value) }));
}

/** A condition of the advanced query in words. */
export function conditionWords(
  table: Table,
  { field, rule, val }: Conditions['rows'][number],
): string {
  const column = table.columns[field] ?? { type: 'text' };
  const title = `${labelOf(table, field)} ${ruleWord(rule)}`;
  return needsNoValue(rule) ? title : `${title} ${wordsOf(field, column, [val].flat())}`;
}

/** What the heading of a column asks for, in words. */
export function headingWords(table: Table, name: string, values: Headings[string]): string {
  const column = table.columns[name] ?? { type: 'choice' };
  const title = labelOf(table, name);
  const kind = headingKind(column);
  if (kind === 'part') return `${title} ${ruleWord('like')} ${values[0] ?? ''}`;
  if (kind === 'choices') return `${title}: ${wordsOf(name, column, values)}`;
  const [since = '', until = ''] = values;
  if (since === '') return `${title} ${t('sieve.upTo', { value: until })}`;
  if (until === '') return `${title} ${t('sieve.since', { value: since })}`;
  return `${title}: ${since} – ${until}`;
}
