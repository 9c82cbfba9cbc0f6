import { accountFlowTable, accountReportTable } from '@tradehouse/contract';
import type { Drill } from '../../page/reportPage.tsx';
import { reportPage } from '../../page/reportPage.tsx';
import { t } from '../../phrase/index.ts';

export default reportPage({
  table: accountReportTable,
  nameColumn: 'name',
  facts: ['openingAmount', 'monthAmount', 'balance'],
  drills: {
    name: (row): Drill => ({
      title: `${t('report.accountFlow')} · ${row.name ?? ''}`,
      width: 1200,
      report: {
        table: accountFlowTable,
        nameColumn: 'number',
        facts: ['date', 'amount', 'balance'],
      },
      fixed: { accountId: row.id },
      given: {},
    }),
  },
});
