import { accountReportTable } from '@tradehouse/contract';
import { accountFlow } from '../../list/drills.tsx';
import type { Drill } from '../../list/reportPage.tsx';
import { Report, reportPage } from '../../list/reportPage.tsx';
import { t } from '../../phrase/index.ts';

export default reportPage({
  table: accountReportTable,
  nameColumn: 'name',
  facts: ['openingAmount', 'monthAmount', 'balance'],
  drills: {
    name: ({ id, name }): Drill => ({
      title: `${t('report.accountFlow')} · ${name ?? ''}`,
      width: 1200,
      content: <Report {...accountFlow} fixed={{ accountId: id }} given={{}} />,
    }),
  },
});
