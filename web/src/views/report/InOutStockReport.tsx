import { inOutByWarehouseTable, inOutStockTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { StockText } from '../../control/StockText.tsx';
import { movesOfProduct } from '../../list/report/drills.tsx';
import { Explained } from '../../list/report/explain.tsx';
import { picturedBarcode } from '../../list/columns/picturedBarcode.tsx';
import type { Drill } from '../../list/report/reportPage.tsx';
import { Report, reportPage } from '../../list/report/reportPage.tsx';
import type { ListState } from '../../list/useList.ts';
import { textsIn } from '../../record/textsIn.ts';
import { t } from '../../phrase/index.ts';

type Row = RowOf<typeof inOutStockTable>;
type List = ListState<typeof inOutStockTable>;

/** What the product moved in the days, from the stock it began with to what is left. */
const moves = ({ id, name }: Row, { applied: { dates, warehouses } }: List): Drill => ({
  title: `${t('report.ledger')} · ${name ?? ''}`,
  width: 1400,
  content: () => (
    <Report table={movesOfProduct} fixed={{ materialId: id }} given={{ dates, warehouses }} />
  ),
});

const byWarehouse = ({ id, name }: Row, { applied: { dates, warehouses } }: List): Drill => ({
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

const cost = ({ id, name }: Row, { applied: { dates } }: List): Drill => ({
  title: `${t('explain.title')} · ${name ?? ''}`,
  width: 1400,
  content: () => (
    <Explained productId={id ?? ''} about="cost" day={textsIn(dates)[1] ?? undefined} />
  ),
});

export default reportPage({
  table: inOutStockTable,
  cells: {
    barcode: picturedBarcode,
    closing: (row) => <StockText value={row.closing} units={row} />,
  },
  drills: {
    name: moves,
    came: moves,
    went: moves,
    opening: byWarehouse,
    closing: byWarehouse,
    cost,
    closingValue: cost,
  },
});
