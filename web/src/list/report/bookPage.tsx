import type { Table } from '@tradehouse/contract';
import { monthsWithin } from '@tradehouse/domain';
import { Segmented } from 'antd';
import type { ComponentType, ReactNode } from 'react';
import { useState } from 'react';
import { useTab } from '../../app/tabs/tabs.ts';
import { t } from '../../phrase/index.ts';
import type { FilterValues } from '../filters/filterState.ts';
import type { ReportDefinition } from './reportPage.tsx';
import { Report } from './reportPage.tsx';

type View = 'whole' | 'months';

interface Shown {
  readonly view: View;
  /** What it starts with, where the other view was looked at before. */
  readonly given?: FilterValues;
}

/** Of several months, the days that were looked at; one month alone stands beside nothing. */
function carried({ dates }: FilterValues): FilterValues | undefined {
  const [since, until]: readonly unknown[] = Array.isArray(dates) ? dates : [];
  if (typeof since !== 'string' || typeof until !== 'string') return undefined;
  return monthsWithin(since, until, 2).length < 2 ? undefined : { dates };
}

/** A report of the books: the days that are asked for as a whole, or month by month, side by side. */
export function bookPage<Whole extends Table, Months extends Table>(
  whole: ReportDefinition<Whole>,
  months: ReportDefinition<Months>,
): ComponentType {
  const Pages = (): ReactNode => {
    const { query } = useTab();
    const [{ view, given }, show] = useState<Shown>({ view: 'whole' });
    const extra = (applied: FilterValues): ReactNode => (
      <Segmented<View>
        aria-label={t('report.view')}
        value={view}
        options={[
          { value: 'whole', label: t('report.whole') },
          { value: 'months', label: t('report.months') },
        ]}
        onChange={(next) => {
          const days = carried(applied);
          show({ view: next, ...(days === undefined ? {} : { given: days }) });
        }}
      />
    );
    const shared = { extra, ...(given === undefined ? {} : { given }) };
    const key = `${view} ${query.toString()}`;
    return view === 'whole' ? (
      <Report key={key} {...whole} {...shared} />
    ) : (
      <Report key={key} {...months} {...shared} />
    );
  };
  return Pages;
}
