import { debtTable, statementTables } from '@tradehouse/contract';
import type { ComponentType } from 'react';
import { t } from '../phrase/index.ts';
import type { Drill } from './reportPage.tsx';
import { reportPage } from './reportPage.tsx';

/** What settles the debts of a partner type. */
const settledBy = { customer: 'moneyIn', supplier: 'moneyOut' } as const;

/** The statements of customers or suppliers; a closing balance opens the documents that make it. */
export function statementPage(type: keyof typeof statementTables): ComponentType {
  const table = statementTables[type];
  return reportPage({
    table,
    nameColumn: 'name',
    facts: ['phone', 'closing', 'newDebt'],
    drills: {
      closing: (row): Drill => ({
        title: `${t('report.openDocuments')} · ${String(row.name ?? '')}`,
        width: 1200,
        report: { table: debtTable },
        fixed: { kind: settledBy[type], organId: row.id },
        given: {},
      }),
    },
  });
}
