import { SettingOutlined } from '@ant-design/icons';
import type { TableColumn, ColumnChoice, TableDeclaration } from '@tradehouse/contract';
import { arrangeColumns, isHiddenColumn, toVisibleFilter } from '@tradehouse/contract';
import { Button, Checkbox, Select } from 'antd';
import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { useSettings } from '../../app/settings/settings.ts';
import { usePhone } from '../../app/theme/useMedia.ts';
import { t } from '../../phrase/index.ts';
import { labelOfColumn } from '../../record/labels.ts';
import { isFigureColumn, switchColumn } from '../columns/columnChoice.ts';
import { FilterFields } from '../filters/FilterBar.tsx';
import { isEmptyValue } from '../filters/filterState.ts';
import type { FilterValues } from '../filters/filterState.ts';
import { hasGroups, inGroups, standsInGroups } from './subTotals.ts';
import type { ListState } from '../useList.ts';

/** Filters that define a custom report, omitted from the filter bar. */
export const puttingTogether = ['level', 'second', 'compare', 'measure', 'top', 'trend'] as const;

const isPlace = (column: TableColumn): boolean =>
  isFigureColumn(column) || column.type === 'choice';

/** Returns the selectable figures, without comparison columns for another period. */
export const figuresOfCustomReport = (
  table: TableDeclaration,
  hidden: readonly string[],
): readonly string[] =>
  Object.entries(table.columns).flatMap(([name, column]) =>
    column.hidden !== true &&
    column.asksFor === undefined &&
    isPlace(column) &&
    !isHiddenColumn(column, hidden)
      ? [name]
      : [],
  );

/** Shows the given figures, each with growth if another period is compared; hides all others. */
export function withFigures(
  table: TableDeclaration,
  columns: ColumnChoice,
  chosen: readonly string[],
): ColumnChoice {
  const shown = new Set(chosen.flatMap((name) => [name, `${name}Growth`]));
  return Object.entries(table.columns).reduce(
    (choice, [name, column]) =>
      isPlace(column) && column.hidden !== true
        ? switchColumn(choice, name, column, shown.has(name))
        : choice,
    columns,
  );
}

interface BuilderProps<T extends TableDeclaration> {
  readonly list: ListState<T>;
  /** Table with all columns, regardless of the query. */
  readonly table: T;
  /** Select for the report's subject, beside the defining filters. */
  readonly subject: ReactNode;
  readonly acts: ReactNode;
}

/** Builds a report with preview: subject, rows, figures and ranking. */
export function ReportBuilder<T extends TableDeclaration>(props: BuilderProps<T>): ReactNode {
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
      {open ? <CustomReportFilters {...props} /> : null}
    </section>
  );
}

/** Rows of months and of documents have no months, and rows by two no third key. */
const hasTrend = ({ level, second }: FilterValues): boolean =>
  level !== 'month' && level !== 'document' && (isEmptyValue(second) || second === level);

/** Renders filters and figures in the order of designing a report. */
function CustomReportFilters<T extends TableDeclaration>({
  list,
  table,
}: Pick<BuilderProps<T>, 'list' | 'table'>): ReactNode {
  const { hiddenAmounts } = useSettings();
  const fields = (...names: readonly string[]): ReactNode => {
    const shown = names.flatMap((name) => {
      const filter = table.filters[name];
      return filter === undefined
        ? []
        : [[name, toVisibleFilter(table, filter, hiddenAmounts)] as const];
    });
    return <FilterFields list={list} shown={shown} words={{}} onWord={() => undefined} />;
  };
  return (
    <div className="filter-fields">
      {fields('level', 'second')}
      <CustomReportFigures list={list} table={table} hidden={hiddenAmounts} />
      {fields('measure', 'top', 'compare')}
      <SubTotals list={list} />
      <TrendByMonth list={list} />
    </div>
  );
}

/** Adds subtotals above each first-level group, unless rows have one level or are incomplete. */
function SubTotals<T extends TableDeclaration>({ list }: Pick<BuilderProps<T>, 'list'>): ReactNode {
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

/** Adds the ranking figure month by month in a cell. */
function TrendByMonth<T extends TableDeclaration>({
  list,
}: Pick<BuilderProps<T>, 'list'>): ReactNode {
  if (!hasTrend(list.applied)) return null;
  return (
    <Checkbox
      className="filter-check"
      checked={list.applied['trend'] === true}
      onChange={({ target }) => list.setFilter('trend', target.checked || undefined, true)}
    >
      {labelOfColumn(list.table, 'trend')}
    </Checkbox>
  );
}

function CustomReportFigures<T extends TableDeclaration>({
  list,
  table,
  hidden,
}: Pick<BuilderProps<T>, 'list' | 'table'> & { readonly hidden: readonly string[] }): ReactNode {
  const id = useId();
  const names = figuresOfCustomReport(table, hidden);
  const visible = new Set(
    arrangeColumns(table, list.columns).flatMap(({ name, visible }) => (visible ? [name] : [])),
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
        options={names.map((name) => ({ value: name, label: labelOfColumn(table, name) }))}
        onChange={(chosen) => list.setColumns(withFigures(table, list.columns, chosen))}
      />
    </div>
  );
}
