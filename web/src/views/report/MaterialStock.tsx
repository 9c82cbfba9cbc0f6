import type { RowOf } from '@tradehouse/contract';
import { stockByWarehouseTable, stockLedgerTable, stockOnHandTable } from '@tradehouse/contract';
import type { Drill } from '../../page/reportPage.tsx';
import { reportPage } from '../../page/reportPage.tsx';
import { t } from '../../phrase/index.ts';

type Row = RowOf<typeof stockOnHandTable>;

/** The rows behind a product's stock keep the filters of the report they were opened from. */
const ofProduct = ({ id }: Row) => ({ materialId: id });

export default reportPage({
  table: stockOnHandTable,
  nameColumn: 'name',
  facts: ['barcode', 'stock', 'unit'],
  drills: {
    stock: (row, { applied }): Drill => ({
      title: `${t('report.byWarehouse')} · ${row.name ?? ''}`,
      width: 800,
      report: { table: stockByWarehouseTable },
      fixed: ofProduct(row),
      given: { warehouses: applied['warehouses'], date: applied['date'] },
    }),
    name: (row, { applied }): Drill => ({
      title: `${t('report.ledger')} · ${row.name ?? ''}`,
      width: 1400,
      report: { table: stockLedgerTable },
      fixed: ofProduct(row),
      given: { warehouses: applied['warehouses'] },
    }),
  },
});
