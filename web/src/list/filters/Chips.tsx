import { CloseOutlined } from '@ant-design/icons';
import type { Filter, TableDeclaration } from '@tradehouse/contract';
import { Button, Tag } from 'antd';
import type { ReactNode } from 'react';
import { Fragment } from 'react';
import { t } from '../../phrase/index.ts';
import { choiceOf, flagWord, labelOfColumn } from '../../record/labels.ts';
import { textsOfValue } from '../../record/textsIn.ts';
import { isEmptyValue } from './filterState.ts';
import { conditionWords, headingWords } from './sieveWords.ts';
import type { ListState } from '../useList.ts';

/** Controls of filters whose value is readable without translation. */
const asItIs: ReadonlySet<Filter['control']> = new Set(['text', 'day', 'year']);

function wordsOfFilterChip(
  name: string,
  filter: Filter,
  value: unknown,
  shown: string | undefined,
): string {
  const several = textsOfValue(value);
  if (filter.control === 'flag') return flagWord(name, value === true);
  if (filter.control === 'dates') return several.join(' – ');
  if (filter.control === 'choice') return choiceOf(name, String(value));
  if (filter.control === 'choices')
    return several.map((choice) => choiceOf(name, choice)).join(', ');
  if (asItIs.has(filter.control)) return String(value);
  return shown ?? (Array.isArray(value) ? String(value.length) : '…');
}

export type NamedFilter = readonly [name: string, filter: Filter];

interface ChipProps {
  readonly children: string;
  readonly onDrop: () => void;
}

const Chip = ({ children, onDrop }: ChipProps): ReactNode => (
  <Tag className="chip" title={children}>
    <span>{children}</span>
    <button type="button" aria-label={t('sieve.dropChip', { name: children })} onClick={onDrop}>
      <CloseOutlined aria-hidden />
    </button>
  </Tag>
);

export interface ChipsProps<T extends TableDeclaration> {
  readonly list: ListState<T>;
  /** Filters whose fields are hidden. */
  readonly unseen: readonly NamedFilter[];
}

/** Returns a list's filters, conditions and heading filters in words. */
export function narrowedBy<T extends TableDeclaration>(
  list: ListState<T>,
): readonly { readonly label: string; readonly shown: string }[] {
  const { table, applied, words, headers, conditions } = list;
  const filters = Object.entries(table.filters).filter(
    ([name, { behind }]) => behind !== true && !isEmptyValue(applied[name]),
  );
  const sieved = [
    ...Object.entries(headers).map(([name, values]) => headingWords(table, name, values)),
    (conditions?.rows ?? [])
      .map((row) => conditionWords(table, row))
      .join(conditions?.match === 'or' ? ` ${t('sieve.between')} ` : ', '),
  ].filter((words) => words !== '');
  return [
    ...filters.map(([name, filter]) => ({
      label: labelOfColumn(table, name),
      shown: wordsOfFilterChip(name, filter, applied[name], words[name]),
    })),
    ...(sieved.length === 0 ? [] : [{ label: t('sieve.title'), shown: sieved.join(', ') }]),
  ];
}

/** Shows a removable chip for each restriction without visible field. */
export function Chips<T extends TableDeclaration>({ list, unseen }: ChipsProps<T>): ReactNode {
  const { table, applied, words, conditions, headers, setConditions } = list;
  // Required filters always have a visible field, and no chip could remove them.
  const active = unseen.filter(
    ([name, { required }]) => required !== true && !isEmptyValue(applied[name]),
  );
  const rows = conditions?.rows ?? [];
  const headings = Object.entries(headers);
  const removable = active.length + rows.length + headings.length;
  if (removable === 0) return null;
  return (
    <div className="chips">
      {active.map(([name, filter]) => (
        <Chip key={name} onDrop={() => list.setFilter(name, undefined, true)}>
          {`${labelOfColumn(table, name)}: ${wordsOfFilterChip(name, filter, applied[name], words[name])}`}
        </Chip>
      ))}
      {headings.map(([name, values]) => (
        <Chip key={`heading ${name}`} onDrop={() => list.setHeading(name, [])}>
          {headingWords(table, name, values)}
        </Chip>
      ))}
      {rows.map((row, at) => (
        <Fragment key={`condition ${at}`}>
          {at > 0 && conditions?.match === 'or' ? <span>{t('sieve.between')}</span> : null}
          <Chip
            onDrop={() =>
              setConditions({
                match: conditions?.match ?? 'and',
                rows: rows.filter((_, other) => other !== at),
              })
            }
          >
            {conditionWords(table, row)}
          </Chip>
        </Fragment>
      ))}
      {removable > 1 ? (
        <Button type="link" size="small" onClick={list.clear}>
          {t('sieve.clear')}
        </Button>
      ) : null}
    </div>
  );
}
