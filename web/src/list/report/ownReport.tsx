import { SettingOutlined } from '@ant-design/icons';
import type { Column, ColumnChoice, Table } from '@tradehouse/contract';
import { arranged, isHidden, offered } from '@tradehouse/contract';
import { Button, Checkbox, Select } from 'antd';
import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { useSettings } from '../../app/settings/settings.ts';
import { usePhone } from '../../app/theme/useMedia.ts';
import { t } from '../../phrase/index.ts';
import { labelOf } from '../../record/labels.ts';
import { isNumber, switched } from '../columns/columnChoice.ts';
import { Fields } from '../filters/FilterBar.tsx';
import { isEmptyValue } from '../filters/filterState.ts';
import type { FilterValues } from '../filters/filterState.ts';
import { hasGroups, inGroups, standsInGroups } from './subTotals.ts';
import type { ListState } from '../useList.ts';

/** What a report is put together by: its filters of these names, which its bar of filters does not ask again. */
export const puttingTogether = ['level', 'second', 'compare', 'measure', 'top', 'trend'] as const;

const isPlace = (column: Column): boolean => isNumber(column) || column.type === 'choice';

/** The figures that may be chosen, without what stands beside them for another period. */
export const figuresOf = (table: Table, hidden: readonly string[]): readonly string[] =>
  Object.entries(table.columns).flatMap(([name, column]) =>
    column.hidden !== true &&
    column.asksFor === undefined &&
    isPlace(column) &&
    !isHidden(column, hidden)
      ? [name]
      : [],
  );

/** The columns with these figures, and beside each its growth where another period is compared with; all others off. */
export function withFigures(
  table: Table,
  columns: ColumnChoice,
  chosen: readonly string[],
): ColumnChoice {
  const shown = new Set(chosen.flatMap((name) => [name, `${name}Growth`]));
  return Object.entries(table.columns).reduce(
    (choice, [name, column]) =>
      isPlace(column) && column.hidden !== true
        ? switched(choice, name, column, shown.has(name))
        : choice,
    columns,
  );
}

interface BuilderProps<T extends Table> {
  readonly list: ListState<T>;
  /** The table with all its columns, whatever is asked for. */
  readonly table: T;
  /** What the report is of: chosen beside what it is put together by. */
  readonly subject: ReactNode;
  /** What can be done with it. */
  readonly acts: ReactNode;
}

/** Puts a report together: its subject, what its rows are, which figures they say and how they are ranked; seen at once. */
export function ReportBuilder<T extends Table>(props: BuilderProps<T>): ReactNode {
  const phone = usePhone();
  const [open, setOpen] = useState(!phone);
  return (
    <section className="report-builder no-print" aria-label={t('own.builder')}>
      <div className="report-builder-head">
        {props.subject}
        <span>
          {props.acts}
          <Button
            icon={<SettingOutlined aria-hidden />}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {t('own.builder')}
          </Button>
        </span>
      </div>
      {open ? <Asked {...props} /> : null}
    </section>
  );
}

/** Rows of months and of documents have no months, and rows by two no third key. */
const hasTrend = ({ level, second }: FilterValues): boolean =>
  level !== 'month' && level !== 'document' && (isEmptyValue(second) || second === level);

/** The filters and the figures, in the order in which a report is thought of. */
function Asked<T extends Table>({
  list,
  table,
}: Pick<BuilderProps<T>, 'list' | 'table'>): ReactNode {
  const { hiddenAmounts } = useSettings();
  const fields = (...names: readonly string[]): ReactNode => {
    const shown = names.flatMap((name) => {
      const filter = table.filters[name];
      return filter === undefined ? [] : [[name, offered(table, filter, hiddenAmounts)] as const];
    });
    return <Fields list={list} shown={shown} words={{}} onWord={() => undefined} />;
  };
  return (
    <div className="filter-fields">
      {fields('level', 'second')}
      <Figures list={list} table={table} hidden={hiddenAmounts} />
      {fields('measure', 'top', 'compare')}
      <SubTotals list={list} />
      <TrendByMonth list={list} />
    </div>
  );
}

/** Heads the rows of each of the first with what they come to; nothing where rows are by one, or some of them are left out. */
function SubTotals<T extends Table>({ list }: Pick<BuilderProps<T>, 'list'>): ReactNode {
  if (!hasGroups(list)) return null;
  return (
    <Checkbox
      className="filter-check"
      checked={standsInGroups(list)}
      onChange={({ target }) => list.setSort(target.checked ? inGroups : null)}
    >
      {t('own.subTotals')}
    </Checkbox>
  );
}

/** What rows are ranked by, month by month in a cell. */
function TrendByMonth<T extends Table>({ list }: Pick<BuilderProps<T>, 'list'>): ReactNode {
  if (!hasTrend(list.applied)) return null;
  return (
    <Checkbox
      className="filter-check"
      checked={list.applied['trend'] === true}
      onChange={({ target }) => list.setFilter('trend', target.checked || undefined, true)}
    >
      {labelOf(list.table, 'trend')}
    </Checkbox>
  );
}

function Figures<T extends Table>({
  list,
  table,
  hidden,
}: Pick<BuilderProps<T>, 'list' | 'table'> & { readonly hidden: readonly string[] }): ReactNode {
  const id = useId();
  const names = figuresOf(table, hidden);
  const visible = new Set(
    arranged(table, list.columns).flatMap(({ name, visible }) => (visible ? [name] : [])),
  );
  return (
    <div className="filter filter-figures">
      <label htmlFor={id}>{t('own.figures')}</label>
      <Select<string[]>
        id={id}
        mode="multiple"
        maxTagCount="responsive"
        optionFilterProp="label"
        value={names.filter((name) => visible.has(name))}
        options={names.map((name) => ({ value: name, label: labelOf(table, name) }))}
        onChange={(chosen) => list.setColumns(withFigures(table, list.columns, chosen))}
      />
    </div>
  );
}
