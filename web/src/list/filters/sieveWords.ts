import type { TableColumn, ConditionRule, TableDeclaration } from '@tradehouse/contract';
import { needsNoValue } from '@tradehouse/contract';
import { t } from '../../phrase/index.ts';
import { choiceOf, flagWord, labelOfColumn } from '../../record/labels.ts';
import type { Conditions, HeadingFilters } from './sieve.ts';
import { headingKind } from './sieve.ts';

/** Returns a value in words: choices by their labels. */
function wordOfColumnValue(
  name: string,
  { type }: Pick<TableColumn, 'type'>,
  value: unknown,
): string {
  if (type === 'flag') return flagWord(name, String(value) === 'true');
  return type === 'choice' || type === 'tags' ? choiceOf(name, String(value)) : String(value);
}

const wordsOfColumnValues = (
  name: string,
  column: Pick<TableColumn, 'type'>,
  values: readonly unknown[],
): string => values.map((value) => wordOfColumnValue(name, column, value)).join(', ');

/** Label of a comparison. */
export const ruleWord = (rule: ConditionRule): string => t(`rule.${rule}`);

/** Returns a column's choices; empty for free text. */
export function choicesIn(
  name: string,
  { type, choices = [] }: TableColumn,
): readonly { readonly value: string; readonly label: string }[] {
  const values = type === 'flag' ? ['true', 'false'] : choices;
  return values.map((value) => ({ value, label: wordOfColumnValue(name, { type }, value) }));
}

/** A condition of the advanced query in words. */
export function conditionWords(
  table: TableDeclaration,
  { field, rule, val }: Conditions['rows'][number],
): string {
  const column = table.columns[field] ?? { type: 'text' };
  const title = `${labelOfColumn(table, field)} ${ruleWord(rule)}`;
  return needsNoValue(rule)
    ? title
    : `${title} ${wordsOfColumnValues(field, column, [val].flat())}`;
}

export function headingWords(
  table: TableDeclaration,
  name: string,
  values: HeadingFilters[string],
): string {
  const column = table.columns[name] ?? { type: 'choice' };
  const title = labelOfColumn(table, name);
  const kind = headingKind(column);
  if (kind === 'part') return `${title} ${ruleWord('like')} ${values[0] ?? ''}`;
  if (kind === 'choices') return `${title}: ${wordsOfColumnValues(name, column, values)}`;
  const [since = '', until = ''] = values;
  if (since === '') return `${title} ${t('sieve.upTo', { value: until })}`;
  if (until === '') return `${title} ${t('sieve.since', { value: since })}`;
  return `${title}: ${since} – ${until}`;
}
