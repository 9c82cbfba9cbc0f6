import {
  goodsSkuTable,
  inTransitTable,
  lockTable,
  stockByWarehouseTable,
} from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { dayAfter, documentKinds, kindCodes } from '@tradehouse/domain';
import type { StockType } from '@tradehouse/domain';
import type { ReactNode } from 'react';
import { useMay } from '../app/settings/permission.ts';
import { settingsNow } from '../app/settings/settings.ts';
import { useTab } from '../app/tabs/tabs.ts';
import { todayIn } from '../control/format.ts';
import { movesOfProduct } from '../list/report/drills.tsx';
import { isDay, upToDay } from '../list/report/lotMoves.tsx';
import { picturedBarcode } from '../list/columns/picturedBarcode.tsx';
import type { Drill } from '../list/report/reportPage.tsx';
import { Report } from '../list/report/reportPage.tsx';
import type { ListState } from '../list/useList.ts';
import { labelOfColumn } from '../record/labels.ts';
import { t } from '../phrase/index.ts';

type GoodsSkuReportRow = RowOf<typeof goodsSkuTable>;
type GoodsSkuListState = ListState<typeof goodsSkuTable>;

const nameOfSku = ({ name, attributes }: GoodsSkuReportRow): string =>
  [name, attributes].filter((word) => word !== null && word !== '').join(' ');

/** Drills into all movements behind an SKU's stock in a stock type. */
const drillIntoSkuMoves =
  (stockType: StockType) =>
  (row: GoodsSkuReportRow, { applied: { warehouses, date } }: GoodsSkuListState): Drill => ({
    title: `${t('report.ledger')} · ${nameOfSku(row)}`,
    width: 1400,
    content: () => (
      <Report
        table={movesOfProduct}
        fixed={{ materialId: row.productId, skuId: row.id }}
        given={{ dates: upToDay(date), warehouses, stockType: [stockType] }}
      />
    ),
  });

/** Drills into the SKU's open purchase order lines, for any destination. */
const drillIntoSkuOnOrder = (row: GoodsSkuReportRow): Drill => ({
  title: `${labelOfColumn(goodsSkuTable, 'inTransit')} · ${nameOfSku(row)}`,
  width: 1200,
  content: () => (
    <Report
      table={inTransitTable}
      fixed={{ skuId: row.id, kind: ['purchaseOrder'] }}
      given={{ level: 'line' }}
    />
  ),
});

/** Drills into the holders of the SKU's locked stock, by location. */
const drillIntoSkuLocks = (
  row: GoodsSkuReportRow,
  { applied: { warehouses, date } }: GoodsSkuListState,
): Drill | null => {
  // Holders are known for the present only.
  if (isDay(date)) return null;
  return {
    title: `${labelOfColumn(goodsSkuTable, 'locked')} · ${nameOfSku(row)}`,
    width: 1200,
    content: () => (
      <Report
        table={lockTable}
        fixed={{ skuId: row.id }}
        given={{ warehouses, lockedOnly: true }}
      />
    ),
  };
};

const soldKinds = kindCodes.filter((kind) =>
  Object.values(documentKinds[kind].goods).some(
    (flow) => flow.to === 'customer' || flow.from === 'customer',
  ),
);

/** Drills into the SKU's sales and returns in the report's dates, by movement. */
const drillIntoSkuSales = (row: GoodsSkuReportRow): Drill => {
  const today = todayIn(settingsNow()?.timeZone ?? 'UTC');
  return {
    title: `${labelOfColumn(goodsSkuTable, 'sold')} · ${nameOfSku(row)}`,
    width: 1400,
    content: () => (
      <Report
        table={movesOfProduct}
        fixed={{ materialId: row.productId, skuId: row.id }}
        given={{ dates: [dayAfter(today, -29), today], kinds: soldKinds }}
      />
    ),
  };
};

const drillIntoSkuWarehouses = (
  row: GoodsSkuReportRow,
  { applied: { warehouses, date } }: GoodsSkuListState,
): Drill => ({
  title: `${t('report.byWarehouse')} · ${nameOfSku(row)}`,
  width: 800,
  content: () => (
    <Report
      table={stockByWarehouseTable}
      fixed={{ materialId: row.productId, skuId: row.id }}
      given={{ warehouses, ...(isDay(date) ? { date } : {}) }}
    />
  ),
});

/** Lists SKUs with stock; order and lock columns need access to their pages. */
export default function GoodsSkuReport(): ReactNode {
  const { query } = useTab();
  const may = useMay();
  return (
    <Report
      key={query.toString()}
      table={goodsSkuTable}
      cells={{ barcode: picturedBarcode }}
      drills={{
        name: drillIntoSkuWarehouses,
        formal: drillIntoSkuMoves('formal'),
        defective: drillIntoSkuMoves('defective'),
        gift: drillIntoSkuMoves('gift'),
        ungraded: drillIntoSkuMoves('ungraded'),
        sold: drillIntoSkuSales,
        ...(may(lockTable.access.page) ? { locked: drillIntoSkuLocks } : {}),
        ...(may(inTransitTable.access.page) ? { inTransit: drillIntoSkuOnOrder } : {}),
      }}
    />
  );
}
