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
import { useMay } from '../../app/settings/permission.ts';
import { settingsNow } from '../../app/settings/settings.ts';
import { useTab } from '../../app/tabs/tabs.ts';
import { todayIn } from '../../control/format.ts';
import { movesOfProduct } from '../../list/report/drills.tsx';
import { picturedBarcode } from '../../list/columns/picturedBarcode.tsx';
import type { Drill } from '../../list/report/reportPage.tsx';
import { Report } from '../../list/report/reportPage.tsx';
import type { ListState } from '../../list/useList.ts';
import { labelOf } from '../../record/labels.ts';
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

/** What of the SKU purchase orders still wait for, line by line, wherever it goes. */
const onOrder = (row: Row): Drill => ({
  title: `${labelOf(goodsSkuTable, 'inTransit')} · ${called(row)}`,
  width: 1200,
  content: () => (
    <Report
      table={inTransitTable}
      fixed={{ skuId: row.id, kind: ['purchaseOrder'] }}
      given={{ level: 'line' }}
    />
  ),
});

/** Who holds what is locked of the SKU, place by place. */
const locks = (row: Row, { applied: { warehouses } }: List): Drill => ({
  title: `${labelOf(goodsSkuTable, 'locked')} · ${called(row)}`,
  width: 1200,
  content: () => (
    <Report table={lockTable} fixed={{ skuId: row.id }} given={{ warehouses, lockedOnly: true }} />
  ),
});

const soldKinds = kindCodes.filter((kind) =>
  Object.values(documentKinds[kind].goods).some(
    (flow) => flow.to === 'customer' || flow.from === 'customer',
  ),
);

/** What of the SKU went to customers and came back in the days that it is told of, move by move. */
const sales = (row: Row): Drill => {
  const today = todayIn(settingsNow()?.timeZone ?? 'UTC');
  return {
    title: `${labelOf(goodsSkuTable, 'sold')} · ${called(row)}`,
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

/** SKUs with what lies of them; what tells of orders and of who holds goods is for those who may open these pages. */
export default function GoodsSkuReport(): ReactNode {
  const { query } = useTab();
  const may = useMay();
  return (
    <Report
      key={query.toString()}
      table={goodsSkuTable}
      cells={{ barcode: picturedBarcode }}
      drills={{
        name: places,
        formal: moves('formal'),
        defective: moves('defective'),
        gift: moves('gift'),
        ungraded: moves('ungraded'),
        sold: sales,
        ...(may(lockTable.access.page) ? { locked: locks } : {}),
        ...(may(inTransitTable.access.page) ? { inTransit: onOrder } : {}),
      }}
    />
  );
}
