import { inOutByWarehouseTable, inOutStockTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { StockText } from '../control/StockText.tsx';
import { movesOfProduct } from '../list/report/drills.tsx';
import { Explained } from '../list/report/explain.tsx';
import { picturedBarcode } from '../list/columns/picturedBarcode.tsx';
import type { Drill } from '../list/report/reportPage.tsx';
import { Report, reportPage } from '../list/report/reportPage.tsx';
import type { ListState } from '../list/useList.ts';
import { textsOfValue } from '../record/textsIn.ts';
import { t } from '../phrase/index.ts';

type InOutStockRow = RowOf<typeof inOutStockTable>;
type InOutStockListState = ListState<typeof inOutStockTable>;

/** Drills into the product's movements on the dates, from opening to closing stock. */
const drillIntoProductMoves = (
  { id, name }: InOutStockRow,
  { applied: { dates, warehouses } }: InOutStockListState,
): Drill => ({
  title: `${t('report.ledger')} · ${name ?? ''}`,
  width: 1400,
  content: () => (
    <Report table={movesOfProduct} fixed={{ materialId: id }} given={{ dates, warehouses }} />
  ),
});

const drillIntoInOutByWarehouse = (
  { id, name }: InOutStockRow,
  { applied: { dates, warehouses } }: InOutStockListState,
): Drill => ({
  title: `${t('report.byWarehouse')} · ${name ?? ''}`,
  width: 900,
  content: () => (
    <Report
      table={inOutByWarehouseTable}
      fixed={{ materialId: id }}
      given={{ dates, warehouses }}
    />
  ),
});

const drillIntoProductCost = (
  { id, name }: InOutStockRow,
  { applied: { dates } }: InOutStockListState,
): Drill => ({
  title: `${t('explain.title')} · ${name ?? ''}`,
  width: 1400,
  content: () => (
    <Explained productId={id ?? ''} about="cost" day={textsOfValue(dates)[1] ?? undefined} />
  ),
});

export default reportPage({
  table: inOutStockTable,
  cells: {
    barcode: picturedBarcode,
    closing: (row) => <StockText value={row.closing} units={row} />,
  },
  drills: {
    name: drillIntoProductMoves,
    came: drillIntoProductMoves,
    went: drillIntoProductMoves,
    opening: drillIntoInOutByWarehouse,
    closing: drillIntoInOutByWarehouse,
    cost: drillIntoProductCost,
    closingValue: drillIntoProductCost,
  },
});
