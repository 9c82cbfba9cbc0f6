import { partnerFlowTables, statementTables } from '@tradehouse/contract';
import { dayAfter, documentKinds } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { Button } from 'antd';
import type { ComponentType, ReactNode } from 'react';
import { useMay } from '../../app/settings/permission.ts';
import { settingsNow } from '../../app/settings/settings.ts';
import { useTabs } from '../../app/tabs/tabs.ts';
import { todayIn } from '../../control/format.ts';
import { t } from '../../phrase/index.ts';
import { labelOf } from '../../record/labels.ts';
import type { FilterValues } from '../filters/filterState.ts';
import { urlWithFilters } from '../filters/filterState.ts';
import { agedBills } from './ageingPage.tsx';
import { openDocuments, documentsOf } from './drills.tsx';
import type { Drill } from './reportPage.tsx';
import { Report, reportPage } from './reportPage.tsx';

/** What settles the debts of a partner type. */
const settledBy = { customer: 'moneyIn', supplier: 'moneyOut' } as const;

/** The days before a period; null: it begins before all days. */
export function beforeOf(dates: unknown): readonly unknown[] | null {
  const [since]: readonly unknown[] = Array.isArray(dates) ? dates : [];
  return typeof since === 'string' ? [null, dayAfter(since, -1)] : null;
}

/** What was owed at the end of a period came before it, too. */
const untilOf = (dates: unknown): unknown => (Array.isArray(dates) ? [null, dates[1]] : undefined);

/** The last day of a period that is over; null: it is not. What was open then was settled since, or is open still. */
function pastEnd(dates: unknown): string | null {
  const [, until]: readonly unknown[] = Array.isArray(dates) ? dates : [];
  const today = todayIn(settingsNow()?.timeZone ?? 'UTC');
  return typeof until === 'string' && until < today ? until : null;
}

const sides = { customer: 'receivable', supplier: 'payable' } as const;

/** The way to all receipts or payments of a partner, for who may open their page. */
function History({
  type,
  kind,
  values,
  name,
}: {
  readonly type: keyof typeof statementTables;
  readonly kind: KindCode;
  readonly values: FilterValues;
  readonly name: string | null;
}): ReactNode {
  const { open } = useTabs();
  const url = documentKinds[kind].url ?? '';
  if (!useMay()(url)) return null;
  const words = { organId: name ?? '' };
  return (
    <Button onClick={() => open(urlWithFilters(url, values, words))}>
      {t(`report.history.${type}`)}
    </Button>
  );
}

/**
 * The statements of customers or suppliers. What was owed before, and what the days added, open the documents that it came of,
 * what was settled the receipts or payments, a closing balance the documents that are open, or were at the end of a period that is
 * over. All begin with the statement's own days.
 */
export function statementPage(type: keyof typeof statementTables): ComponentType {
  const kind = settledBy[type];
  const settling = documentsOf(kind);
  const adding = partnerFlowTables[type].columns.kind.choices.filter((one) => one !== kind);
  const flow = (
    { id, name }: { readonly id: string | null; readonly name: string | null },
    column: 'opening' | 'newDebt',
    dates: unknown,
    kinds?: readonly string[],
  ): Drill => ({
    title: `${name ?? ''} · ${labelOf(statementTables[type], column)}`,
    width: 1200,
    content: () => (
      <Report
        table={partnerFlowTables[type]}
        fixed={{ organId: id, ...(kinds === undefined ? {} : { kinds }) }}
        given={{ dates }}
      />
    ),
  });
  // What a bill adds is what its goods came to.
  const amountsHidden = (): boolean =>
    settingsNow()?.hiddenAmounts.includes(type === 'customer' ? 'sale' : 'purchase') === true;
  return reportPage({
    table: statementTables[type],
    drills: {
      opening: (row, { applied }) => {
        const dates = beforeOf(applied['dates']);
        return dates === null || amountsHidden() ? null : flow(row, 'opening', dates);
      },
      newDebt: (row, { applied }) =>
        amountsHidden() ? null : flow(row, 'newDebt', applied['dates'], adding),
      settled: ({ id, name }, { applied: { dates } }): Drill => ({
        title: `${t(`report.history.${type}`)} · ${name ?? ''}`,
        width: 1200,
        content: () =>
          amountsHidden() ? (
            <Report {...settling} fixed={{ kind, organId: id }} given={{ time: dates }} />
          ) : (
            <Report
              table={partnerFlowTables[type]}
              fixed={{ organId: id, kinds: [kind] }}
              given={{ dates }}
              extra={({ dates: time }) => (
                <History type={type} kind={kind} values={{ organId: id, time }} name={name} />
              )}
            />
          ),
      }),
      closing: ({ id, name }, { applied: { dates } }): Drill => {
        const date = pastEnd(dates);
        return {
          title: `${t('report.openDocuments')} · ${name ?? ''}`,
          width: 1200,
          content: () =>
            date === null ? (
              <Report
                {...openDocuments}
                fixed={{ kind, organId: id }}
                extra={() => (
                  <History type={type} kind={kind} values={{ organId: id }} name={name} />
                )}
                given={{ time: untilOf(dates) }}
              />
            ) : (
              <Report {...agedBills} fixed={{ side: sides[type], organId: id, date }} given={{}} />
            ),
        };
      },
    },
  });
}
