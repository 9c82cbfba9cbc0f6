import { FileAddOutlined, HistoryOutlined, ShoppingCartOutlined } from '@ant-design/icons';
import {
  inTransitTable,
  lockTable,
  replenishmentTable,
  stockByWarehouseTable,
} from '@tradehouse/contract';
import type { ProposalKind, RowOf } from '@tradehouse/contract';
import { dayAfter, documentKinds, kindCodes, monthsBefore } from '@tradehouse/domain';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { language } from '../app/session/language.ts';
import { useMay } from '../app/settings/permission.ts';
import { settingsNow } from '../app/settings/settings.ts';
import { useTab } from '../app/tabs/tabs.ts';
import { todayIn } from '../control/format.ts';
import { movesOfProduct } from '../list/report/drills.tsx';
import { Report } from '../list/report/reportPage.tsx';
import type { Drill } from '../list/report/reportPage.tsx';
import type { ListState } from '../list/useList.ts';
import { t } from '../phrase/index.ts';
import { labelOfColumn } from '../record/labels.ts';
import type { ListAction } from '../record/listTypes.ts';
import type { FilterValues } from '../list/filters/filterState.ts';
import { BackTestDialog } from './BackTestDialog.tsx';
import { ProposalDrafts } from './ProposalDrafts.tsx';
import { MakeProposalsDialog } from './MakeProposalsDialog.tsx';
import { ProposalExplanation } from './ProposalExplanation.tsx';

export type ProposalRow = RowOf<typeof replenishmentTable>;
type ProposalListState = ListState<typeof replenishmentTable>;
type ProposalColumn = keyof ProposalRow;

const titleOfProposal = (column: ProposalColumn, { name, attributes }: ProposalRow): string =>
  [`${labelOfColumn(replenishmentTable, column)} ·`, name, attributes]
    .filter((word) => word !== null && word !== '')
    .join(' ');

/** Kinds of goods sold and brought back: the demand. */
const demandKinds = kindCodes.filter((kind) => {
  const { trade } = documentKinds[kind];
  return trade !== null && trade.side !== 'purchase';
});

/** Complete months up to the present month. */
const monthsUntilNow = (months: number): readonly [string, string] => {
  const start = `${todayIn(settingsNow()?.timeZone ?? 'UTC').slice(0, 8)}01`;
  return [monthsBefore(start, months), dayAfter(start, -1)];
};

/** Drills into the sales and returns of complete months. */
const drillIntoDemand =
  (column: ProposalColumn, months: (list: ProposalListState) => number) =>
  (row: ProposalRow, list: ProposalListState): Drill => ({
    title: titleOfProposal(column, row),
    width: 1400,
    content: () => (
      <Report
        table={movesOfProduct}
        fixed={{ materialId: row.productId, skuId: row.id }}
        given={{
          dates: monthsUntilNow(months(list)),
          kinds: demandKinds,
          warehouses: list.applied['warehouses'],
        }}
      />
    ),
  });

const drillIntoStock = (row: ProposalRow, { applied }: ProposalListState): Drill => ({
  title: titleOfProposal('onHand', row),
  width: 800,
  content: () => (
    <Report
      table={stockByWarehouseTable}
      fixed={{ materialId: row.productId, skuId: row.id }}
      given={{ warehouses: applied['warehouses'] }}
    />
  ),
});

const drillIntoLocks = (row: ProposalRow, { applied }: ProposalListState): Drill => ({
  title: titleOfProposal('reserved', row),
  width: 1200,
  content: () => (
    <Report
      table={lockTable}
      fixed={{ skuId: row.id }}
      given={{ warehouses: applied['warehouses'], lockedOnly: true }}
    />
  ),
});

const drillIntoOrders = (row: ProposalRow): Drill => ({
  title: titleOfProposal('onOrder', row),
  width: 1200,
  content: () => (
    <Report
      table={inTransitTable}
      fixed={{ skuId: row.id, kind: ['purchaseOrder'] }}
      given={{ level: 'line' }}
    />
  ),
});

const drillIntoDrafts = (row: ProposalRow): Drill => ({
  title: titleOfProposal('drafted', row),
  width: 1200,
  content: () => <ProposalDrafts productId={row.productId ?? ''} />,
});

/** Drills into the months, the forecast and the steps of the proposal. */
const drillIntoRule =
  (column: ProposalColumn) =>
  (row: ProposalRow, { applied }: ProposalListState): Drill => ({
    title: titleOfProposal(column, row),
    width: 760,
    content: () => (
      <ProposalExplanation skuId={row.id ?? ''} unit={row.unit ?? ''} applied={applied} />
    ),
  });

const historyOf = ({ applied }: ProposalListState): number => Number(applied['history'] ?? 24);

/** Rows of an open dialog; `close` reloads the list after a change. */
interface OpenProposals {
  readonly kind: ProposalKind;
  readonly rows: readonly ProposalRow[];
  readonly close: (changed: boolean) => void;
}

/** Actions that make drafts from the selected proposals. */
function useMakeActions(open: (making: OpenProposals) => void): readonly ListAction<ProposalRow>[] {
  const may = useMay();
  const icons = {
    purchaseOrder: <ShoppingCartOutlined aria-hidden />,
    purchaseRequest: <FileAddOutlined aria-hidden />,
  };
  return (['purchaseOrder', 'purchaseRequest'] as const).flatMap((kind) => {
    const { url, name } = documentKinds[kind];
    if (url === null || !may(url, '1')) return [];
    return [
      {
        key: kind,
        label: t('document.convert', { kind: name[language].toLocaleLowerCase() }),
        icon: icons[kind],
        needs: 'some',
        primary: !documentKinds[kind].asks,
        fits: ({ proposed }) => Number(proposed) > 0,
        run: (rows) => new Promise<boolean>((close) => open({ kind, rows, close })),
      } satisfies ListAction<ProposalRow>,
    ];
  });
}

/** Proposals of what to buy from whom; chosen rows become drafts of orders or requisitions. */
export default function Replenishment(): ReactNode {
  const { query } = useTab();
  const may = useMay();
  const [making, setMaking] = useState<OpenProposals | null>(null);
  const [tested, setTested] = useState<FilterValues | null>(null);
  const actions = useMakeActions(setMaking);
  const close = (changed: boolean): void => {
    setMaking(null);
    making?.close(changed);
  };
  const drawTestButton = (applied: FilterValues): ReactNode => (
    <Button icon={<HistoryOutlined aria-hidden />} onClick={() => setTested(applied)}>
      {t('backTest.open')}
    </Button>
  );
  return (
    <>
      <Report
        key={query.toString()}
        table={replenishmentTable}
        actions={actions}
        extra={drawTestButton}
        drills={{
          onHand: drillIntoStock,
          drafted: drillIntoDrafts,
          soldWeekly: drillIntoDemand('soldWeekly', () => 3),
          forecast: drillIntoRule('forecast'),
          safetyStock: drillIntoRule('safetyStock'),
          reorderPoint: drillIntoRule('reorderPoint'),
          orderUpTo: drillIntoRule('orderUpTo'),
          proposed: drillIntoRule('proposed'),
          stockOutOn: drillIntoDemand('stockOutOn', historyOf),
          ...(may(lockTable.access.page) ? { reserved: drillIntoLocks } : {}),
          ...(may(inTransitTable.access.page) ? { onOrder: drillIntoOrders } : {}),
        }}
      />
      {tested === null ? null : <BackTestDialog applied={tested} onClose={() => setTested(null)} />}
      {making === null ? null : (
        <MakeProposalsDialog kind={making.kind} rows={making.rows} onClose={close} />
      )}
    </>
  );
}
