import { statementTables } from '@tradehouse/contract';
import type { ComponentType } from 'react';
import { t } from '../phrase/index.ts';
import { openDocuments, documentsOf } from './drills.tsx';
import type { Drill } from './reportPage.tsx';
import { Report, reportPage } from './reportPage.tsx';

/** What settles the debts of a partner type. */
const settledBy = { customer: 'moneyIn', supplier: 'moneyOut' } as const;

/** What was owed at the end of a period came before it, too. */
const untilOf = (dates: unknown): unknown => (Array.isArray(dates) ? [null, dates[1]] : undefined);

/**
 * The statements of customers or suppliers; what was settled opens the receipts or payments, a closing balance the documents
 * that make it. Both begin with the statement's own days.
 */
export function statementPage(type: keyof typeof statementTables): ComponentType {
  const kind = settledBy[type];
  const settling = documentsOf(kind);
  return reportPage({
    table: statementTables[type],
    drills: {
      settled: ({ id, name }, { applied }): Drill => ({
        title: `${t(`report.history.${type}`)} · ${name ?? ''}`,
        width: 1200,
        content: (
          <Report {...settling} fixed={{ kind, organId: id }} given={{ time: applied['dates'] }} />
        ),
      }),
      closing: ({ id, name }, { applied }): Drill => ({
        title: `${t('report.openDocuments')} · ${name ?? ''}`,
        width: 1200,
        content: (
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
