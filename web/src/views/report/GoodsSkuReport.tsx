import { goodsSkuTable, stockByWarehouseTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { movesOfProduct } from '../../list/report/drills.tsx';
import { picturedBarcode } from '../../list/columns/picturedBarcode.tsx';
import type { Drill } from '../../list/report/reportPage.tsx';
import { Report, reportPage } from '../../list/report/reportPage.tsx';
import type { ListState } from '../../list/useList.ts';
import { t } from '../../phrase/index.ts';

type Row = RowOf<typeof goodsSkuTable>;
type List = ListState<typeof goodsSkuTable>;

// What a product has in several combinations of attributes stands in its moves together.
const moves = ({ productId, name }: Row, { applied: { warehouses } }: List): Drill => ({
  title: `${t('report.ledger')} · ${name ?? ''}`,
  width: 1400,
  content: () => (
    <Report table={movesOfProduct} fixed={{ materialId: productId }} given={{ warehouses }} />
  ),
});

const places = ({ productId, name }: Row, { applied: { warehouses } }: List): Drill => ({
  title: `${t('report.byWarehouse')} · ${name ?? ''}`,
  width: 800,
  content: () => (
    <Report
      table={stockByWarehouseTable}
      fixed={{ materialId: productId }}
      given={{ warehouses }}
    />
  ),
});

export default reportPage({
  table: goodsSkuTable,
  cells: { barcode: picturedBarcode },
  drills: { name: moves, formal: places },
});
