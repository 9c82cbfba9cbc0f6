import { DeleteOutlined, TagOutlined } from '@ant-design/icons';
import { goodsExpirationTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { documentKinds, stockTypes } from '@tradehouse/domain';
import type { ReactNode } from 'react';
import { useMay } from '../app/settings/permission.ts';
import { useTab, useTabActions } from '../app/tabs/tabs.ts';
import { StatusTag } from '../control/StatusTag.tsx';
import type { StatusMeaning } from '../control/StatusTag.tsx';
import { begunAddress } from '../document/draft/begun.ts';
import type { BegunLine } from '../document/draft/begun.ts';
import { urlWithFilters } from '../list/filters/filterState.ts';
import { Explained } from '../list/report/explain.tsx';
import { lotMoves } from '../list/report/lotMoves.tsx';
import { Report } from '../list/report/reportPage.tsx';
import type { Drill } from '../list/report/reportPage.tsx';
import { choiceOf } from '../record/labels.ts';
import type { ListAction } from '../record/listTypes.ts';
import { t } from '../phrase/index.ts';

type GoodsExpirationRow = RowOf<typeof goodsExpirationTable>;

const meanings: Readonly<Record<string, StatusMeaning>> = {
  expired: 'refused',
  soon: 'partial',
  normal: 'done',
};
const renderExpirationLevel = ({ level: code }: GoodsExpirationRow): ReactNode => (
  <StatusTag meaning={meanings[code ?? ''] ?? 'quiet'}>{choiceOf('level', code ?? '')}</StatusTag>
);

const documentLineFromExpiration = ({
  barcode,
  stock,
  warehouseId,
  lot,
  expiry,
  stockType,
}: GoodsExpirationRow): BegunLine => ({
  barcode: barcode ?? '',
  quantity: stock ?? '',
  warehouseId: warehouseId ?? '',
  lot: lot ?? '',
  expiry: expiry ?? '',
  stockType: stockTypes.find((known) => known === stockType) ?? 'formal',
});

const SCRAP = documentKinds.otherOut.url ?? '';
const PROMOTE = '/report/price_adjust';

/** Returns actions on expiring goods: write off, or sell at a discount. */
function useExpirationActions(): readonly ListAction<GoodsExpirationRow>[] {
  const may = useMay();
  const { open } = useTabActions();
  const scrap: ListAction<GoodsExpirationRow> = {
    key: 'scrap',
    label: t('expiry.scrap'),
    hint: t('expiry.scrapHint'),
    icon: <DeleteOutlined aria-hidden />,
    needs: 'some',
    run: (rows) => {
      open(begunAddress(SCRAP, rows.map(documentLineFromExpiration)));
      return false;
    },
  };
  const promote: ListAction<GoodsExpirationRow> = {
    key: 'promote',
    label: t('expiry.promote'),
    hint: t('expiry.promoteHint'),
    icon: <TagOutlined aria-hidden />,
    needs: 'some',
    run: (rows) => {
      const products = [...new Set(rows.map(({ productId }) => productId))].join(',');
      open(urlWithFilters(PROMOTE, { products }));
      return false;
    },
  };
  return [...(may(SCRAP, '1') ? [scrap] : []), ...(may(PROMOTE, '1') ? [promote] : [])];
}

/** Drills into the unit cost of a lot's goods. */
const drillIntoLotCost = ({ productId, name }: GoodsExpirationRow): Drill => ({
  title: `${t('explain.title')} · ${name ?? ''}`,
  width: 1400,
  content: () => <Explained productId={productId ?? ''} about="cost" />,
});

/** Lists lots by time to expiry. */
export default function GoodsExpirationReport(): ReactNode {
  const { query } = useTab();
  const actions = useExpirationActions();
  return (
    <Report
      key={query.toString()}
      table={goodsExpirationTable}
      actions={actions}
      cells={{ level: renderExpirationLevel }}
      drills={{ stock: lotMoves, cost: drillIntoLotCost, stockValue: drillIntoLotCost }}
    />
  );
}
