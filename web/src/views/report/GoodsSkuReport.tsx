import { goodsSkuTable, stockByWarehouseTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import type { StockType } from '@tradehouse/domain';
import { movesOfProduct } from '../../list/report/drills.tsx';
import { picturedBarcode } from '../../list/columns/picturedBarcode.tsx';
import type { Drill } from '../../list/report/reportPage.tsx';
import { Report, reportPage } from '../../list/report/reportPage.tsx';
import type { ListState } from '../../list/useList.ts';
import { t } from '../../phrase/index.ts';

type Row = RowOf<typeof goodsSkuTable>;
type List = ListState<typeof goodsSkuTable>;

const called = ({ name, attributes }: Row): string =>
  [name, attributes].filter((word) => word !== null && word !== '').join(' ');

/** All moves behind what lies of the SKU in a stock type. */
const moves =
  (stockType: StockType) =>
  (row: Row, { applied: { warehouses } }: List): Drill => ({
    title: `${t('report.ledger')} · ${called(row)}`,
    width: 1400,
    content: () => (
      <Report
        table={movesOfProduct}
        fixed={{ materialId: row.productId, skuId: row.id }}
        given={{ dates: undefined, warehouses, stockType: [stockType] }}
      />
    ),
  });

const places = (row: Row, { applied: { warehouses } }: List): Drill => ({
  title: `${t('report.byWarehouse')} · ${called(row)}`,
  width: 800,
  content: () => (
    <Report
      table={stockByWarehouseTable}
      fixed={{ materialId: row.productId, skuId: row.id }}
      given={{ warehouses }}
    />
  ),
});

export default reportPage({
  table: goodsSkuTable,
  cells: { barcode: picturedBarcode },
  drills: {
    name: places,
    formal: moves('formal'),
    defective: moves('defective'),
    gift: moves('gift'),
    ungraded: moves('ungraded'),
  },
});
