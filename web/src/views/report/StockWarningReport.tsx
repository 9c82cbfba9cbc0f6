import { stockWarningTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { Explained } from '../../list/report/explain.tsx';
import type { Drill } from '../../list/report/reportPage.tsx';
import { reportPage } from '../../list/report/reportPage.tsx';
import { t } from '../../phrase/index.ts';

export default reportPage({
  table: stockWarningTable,
  drills: {
    stock: ({ productId, warehouseId, name }: RowOf<typeof stockWarningTable>): Drill => ({
      title: `${t('explain.title')} · ${name ?? ''}`,
      width: 1400,
      content: () => (
        <Explained productId={productId ?? ''} about="stock" warehouses={[warehouseId ?? '']} />
      ),
    }),
  },
});
