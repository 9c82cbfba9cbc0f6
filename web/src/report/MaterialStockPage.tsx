import { stockByWarehouseTable, stockOnHandTable } from '@tradehouse/contract';
import { StockText } from '../control/StockText.tsx';
import { movesOfProduct } from '../list/report/drills.tsx';
import { Explained, daysUntil } from '../list/report/explain.tsx';
import { picturedBarcode } from '../list/columns/picturedBarcode.tsx';
import type { Drill } from '../list/report/reportPage.tsx';
import { Report, reportPage } from '../list/report/reportPage.tsx';
import { t } from '../phrase/index.ts';

const dayFromFilterValue = (date: unknown): string | undefined =>
  typeof date === 'string' ? date : undefined;

// Drills into a product's stock keep the report's filters.
export default reportPage({
  table: stockOnHandTable,
  cells: {
    barcode: picturedBarcode,
    stock: (row) => <StockText value={row.stock} units={row} />,
  },
  drills: {
    name: ({ id, name }, { applied: { warehouses, date } }): Drill => ({
      title: `${t('report.ledger')} · ${name ?? ''}`,
      width: 1400,
      content: () => (
        <Report
          table={movesOfProduct}
          fixed={{ materialId: id }}
          given={{ ...daysUntil(dayFromFilterValue(date)), warehouses }}
        />
      ),
    }),
    cost: ({ id, name }, { applied: { date } }): Drill => ({
      title: `${t('explain.title')} · ${name ?? ''}`,
      width: 1400,
      content: () => <Explained productId={id ?? ''} about="cost" day={dayFromFilterValue(date)} />,
    }),
    stockValue: ({ id, name }, { applied: { warehouses, date } }): Drill => ({
      title: `${t('explain.title')} · ${name ?? ''}`,
      width: 1400,
      content: () => (
        <Explained
          productId={id ?? ''}
          about="cost"
          day={dayFromFilterValue(date)}
          warehouses={Array.isArray(warehouses) ? warehouses.map(String) : []}
        />
      ),
    }),
    stock: ({ id, name }, { applied: { warehouses, date } }): Drill => ({
      title: `${t('report.byWarehouse')} · ${name ?? ''}`,
      width: 800,
      content: () => (
        <Report
          table={stockByWarehouseTable}
          fixed={{ materialId: id }}
          given={{ warehouses, date }}
        />
      ),
    }),
  },
});
