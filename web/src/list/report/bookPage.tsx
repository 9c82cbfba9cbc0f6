import type { TableDeclaration } from '@tradehouse/contract';
import { monthsWithin } from '@tradehouse/domain';
import { Segmented } from 'antd';
import type { ComponentType, ReactNode } from 'react';
import { useState } from 'react';
import { useTab } from '../../app/tabs/tabs.ts';
import { t } from '../../phrase/index.ts';
import type { FilterValues } from '../filters/filterState.ts';
import type { ReportDefinition } from './reportPage.tsx';
import { Report } from './reportPage.tsx';

type BookViewName = 'whole' | 'months';

interface ShownBookView {
  readonly view: BookViewName;
  /** Initial filters, if the other view was shown before. */
  readonly given?: FilterValues;
}

/**
 * Returns the dates carried over to the monthly view; undefined for a single month, which has nothing
 * beside.
 */
function carryBookDates({ dates }: FilterValues): FilterValues | undefined {
  const [since, until]: readonly unknown[] = Array.isArray(dates) ? dates : [];
  if (typeof since !== 'string' || typeof until !== 'string') return undefined;
  return monthsWithin(since, until, 2).length < 2 ? undefined : { dates };
}

/** Creates a book report: the date range as a whole, or month by month. */
export function bookPage<Whole extends TableDeclaration, Months extends TableDeclaration>(
  whole: ReportDefinition<Whole>,
  months: ReportDefinition<Months>,
): ComponentType {
  const Pages = (): ReactNode => {
    const { query } = useTab();
    const [{ view, given }, show] = useState<ShownBookView>({ view: 'whole' });
    const extra = (applied: FilterValues): ReactNode => (
      <Segmented<BookViewName>
        aria-label={t('report.view')}
        value={view}
        options={[
          { value: 'whole', label: t('report.whole') },
          { value: 'months', label: t('report.months') },
        ]}
        onChange={(next) => {
          const days = carryBookDates(applied);
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
