import { partnerFlowTables, statementTables } from '@tradehouse/contract';
import { dayAfter } from '@tradehouse/domain';
import type { ComponentType } from 'react';
import { settingsNow } from '../../app/settings/settings.ts';
import { t } from '../../phrase/index.ts';
import { labelOf } from '../../record/labels.ts';
import { openDocuments, documentsOf } from './drills.tsx';
import type { Drill } from './reportPage.tsx';
import { Report, reportPage } from './reportPage.tsx';

/** What settles the debts of a partner type. */
const settledBy = { customer: 'moneyIn', supplier: 'moneyOut' } as const;

/** The days before a period; null: it begins before all days. */
function beforeOf(dates: unknown): readonly unknown[] | null {
  const [since]: readonly unknown[] = Array.isArray(dates) ? dates : [];
  return typeof since === 'string' ? [null, dayAfter(since, -1)] : null;
}

/** What was owed at the end of a period came before it, too. */
const untilOf = (dates: unknown): unknown => (Array.isArray(dates) ? [null, dates[1]] : undefined);

/**
 * The statements of customers or suppliers. What was owed before, and what the days added, open the documents that it came of,
 * what was settled the receipts or payments, a closing balance the documents that are open. All begin with the statement's own days.
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
      settled: ({ id, name }, { applied }): Drill => ({
        title: `${t(`report.history.${type}`)} · ${name ?? ''}`,
        width: 1200,
        content: () => (
          <Report {...settling} fixed={{ kind, organId: id }} given={{ time: applied['dates'] }} />
        ),
      }),
      closing: ({ id, name }, { applied }): Drill => ({
        title: `${t('report.openDocuments')} · ${name ?? ''}`,
        width: 1200,
        content: () => (
          <Report
            {...openDocuments}
            fixed={{ kind, organId: id }}
            given={{ time: untilOf(applied['dates']) }}
          />
        ),
      }),
    },
  });
}
