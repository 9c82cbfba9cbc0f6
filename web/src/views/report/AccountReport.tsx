import { accountFlowTable, accountReportTable } from '@tradehouse/contract';
import type { Drill } from '../../list/report/reportPage.tsx';
import { Report, reportPage } from '../../list/report/reportPage.tsx';
import { t } from '../../phrase/index.ts';

export default reportPage({
  table: accountReportTable,
  drills: {
    name: ({ id, name }): Drill => ({
      title: `${t('report.accountFlow')} · ${name ?? ''}`,
      width: 1200,
      content: () => <Report table={accountFlowTable} fixed={{ accountId: id }} given={{}} />,
    }),
  },
});
