import { DeleteOutlined, TagOutlined } from '@ant-design/icons';
import { goodsExpirationTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { documentKinds, stockTypes } from '@tradehouse/domain';
import type { ReactNode } from 'react';
import { useMay } from '../../app/settings/permission.ts';
import { useTab, useTabs } from '../../app/tabs/tabs.ts';
import { StatusTag } from '../../control/StatusTag.tsx';
import type { Meaning } from '../../control/StatusTag.tsx';
import { begunAddress } from '../../document/draft/begun.ts';
import type { BegunLine } from '../../document/draft/begun.ts';
import { urlWithFilters } from '../../list/filters/filterState.ts';
import { Explained } from '../../list/report/explain.tsx';
import { lotMoves } from '../../list/report/lotMoves.tsx';
import { Report } from '../../list/report/reportPage.tsx';
import type { Drill } from '../../list/report/reportPage.tsx';
import { choiceOf } from '../../record/labels.ts';
import type { ListAction } from '../../record/listTypes.ts';
import { t } from '../../phrase/index.ts';

type Row = RowOf<typeof goodsExpirationTable>;

const meanings: Readonly<Record<string, Meaning>> = {
  expired: 'refused',
  soon: 'partial',
  normal: 'done',
};
const level = ({ level: code }: Row): ReactNode => (
  <StatusTag meaning={meanings[code ?? ''] ?? 'quiet'}>{choiceOf('level', code ?? '')}</StatusTag>
);

const lineOf = ({ barcode, stock, warehouseId, lot, expiry, stockType }: Row): BegunLine => ({
  barcode: barcode ?? '',
  quantity: stock ?? '',
  warehouseId: warehouseId ?? '',
  lot: lot ?? '',
  expiry: expiry ?? '',
  stockType: stockTypes.find((known) => known === stockType) ?? 'formal',
});

const SCRAP = documentKinds.otherOut.url ?? '';
const PROMOTE = '/report/price_adjust';

/** What becomes of goods that expire: they are written off, or sold for less. */
function useActions(): readonly ListAction<Row>[] {
  const may = useMay();
  const { open } = useTabs();
  const scrap: ListAction<Row> = {
    key: 'scrap',
    label: t('expiry.scrap'),
    hint: t('expiry.scrapHint'),
    icon: <DeleteOutlined aria-hidden />,
    needs: 'some',
    run: (rows) => {
      open(begunAddress(SCRAP, rows.map(lineOf)));
      return false;
    },
  };
  const promote: ListAction<Row> = {
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

/** What made goods of the lot worth what one of them is. */
const worth = ({ productId, name }: Row): Drill => ({
  title: `${t('explain.title')} · ${name ?? ''}`,
  width: 1400,
  content: () => <Explained productId={productId ?? ''} about="cost" />,
});

/** Lots by how near they are to their expiry. */
export default function GoodsExpirationReport(): ReactNode {
  const { query } = useTab();
  const actions = useActions();
  return (
    <Report
      key={query.toString()}
      table={goodsExpirationTable}
      actions={actions}
      cells={{ level }}
      drills={{ stock: lotMoves, cost: worth, stockValue: worth }}
    />
  );
}
