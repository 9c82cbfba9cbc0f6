import { EyeOutlined, FileDoneOutlined } from '@ant-design/icons';
import { externalOrders } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { reasonOfError } from '../app/net/envelope.ts';
import { getNotices } from '../app/notices.ts';
import { invalidateQueryKeys } from '../app/net/query.ts';
import { useTab } from '../app/tabs/tabs.ts';
import { DocumentLink } from '../control/DocumentLink.tsx';
import { StatusTag } from '../control/StatusTag.tsx';
import type { StatusMeaning } from '../control/StatusTag.tsx';
import { List } from '../list/listPage.tsx';
import { newAction } from '../list/newAction.tsx';
import { submitListChange, deletion } from '../list/resourceActions.tsx';
import { choiceOf } from '../record/labels.ts';
import { WithQuickForms } from '../record/quickForms.tsx';
import type { CellRenderers, ListAction, RowAction } from '../record/listTypes.ts';
import { t } from '../phrase/index.ts';
import { NewOrder } from './externalOrderForm.tsx';
import { ImportOrders } from './externalOrderImport.tsx';
import { OrderLines } from './externalOrderLines.tsx';
import { madeWords } from './externalOrderOutcome.tsx';

type ExternalOrderRow = RowOf<typeof externalOrders.table>;

/** Maximum notes in one dialog. */
const MOST_TOLD = 20;

const joinExternalOrderIds = (rows: readonly ExternalOrderRow[]): string =>
  rows.map(({ id }) => id).join(',');

interface MakeResult {
  readonly isMade: boolean;
  /** Reason for no sales order, or its later date. */
  readonly note: string | null;
}

async function makeOne({ id }: ExternalOrderRow): Promise<MakeResult> {
  try {
    const order = await callEndpoint(externalOrders.make, { id: id ?? '' }, { quiet: true });
    if (order.status !== 'made')
      return {
        isMade: false,
        note: t('externalOrder.waits', { codes: order.unmatched.join(', ') }),
      };
    return { isMade: true, note: order.datedOn === null ? null : madeWords(order) };
  } catch (error) {
    return { isMade: false, note: reasonOfError(error) };
  }
}

/** Creates sales orders one by one: a failure doesn't block the rest. */
async function makeSalesOrders(rows: readonly ExternalOrderRow[]): Promise<boolean> {
  const open = rows.filter(({ externalStatus }) => externalStatus !== 'made');
  const notes: string[] = [];
  let made = 0;
  for (const row of open) {
    const { isMade, note } = await makeOne(row);
    if (isMade) made += 1;
    if (note !== null) notes.push(`${row.externalOrder ?? ''}: ${note}`);
  }
  const message = t('externalOrder.allMade', { made });
  if (notes.length === 0) getNotices().message.success(message);
  else {
    const content = notes.slice(0, MOST_TOLD).map((line) => <div key={line}>{line}</div>);
    getNotices().modal.warning({ title: message, content });
  }
  if (made > 0) void invalidateQueryKeys(['document']);
  return made > 0;
}

type ExternalOrderEntryMode = 'typed' | 'file' | null;

const buildExternalOrderActions = (
  bring: (how: ExternalOrderEntryMode) => void,
): readonly ListAction<ExternalOrderRow>[] => [
  newAction(() => {
    bring('typed');
    return false;
  }),
  {
    key: 'import',
    label: t('externalOrder.import'),
    button: '1',
    needs: 'none',
    run: () => {
      bring('file');
      return false;
    },
  },
  {
    key: 'make',
    label: t('externalOrder.make'),
    icon: <FileDoneOutlined aria-hidden />,
    button: '1',
    needs: 'some',
    run: makeSalesOrders,
  },
  {
    ...deletion,
    needs: 'some',
    confirm: (n) => t('list.deleteAsk', { n }),
    run: (rows) =>
      submitListChange(externalOrders.removeBatch, { ids: joinExternalOrderIds(rows) }),
  },
];

const rowActions: readonly RowAction<ExternalOrderRow>[] = [
  {
    key: 'make',
    label: t('externalOrder.make'),
    icon: <FileDoneOutlined aria-hidden />,
    button: '1',
    shown: ({ externalStatus }) => externalStatus === 'ready',
    run: (row) => makeSalesOrders([row]),
  },
  // Also opened by the first column.
  {
    key: 'edit',
    label: t('externalOrder.seeLines'),
    icon: <EyeOutlined aria-hidden />,
    dialog: OrderLines,
  },
];

const meanings: Readonly<Record<string, StatusMeaning>> = {
  waiting: 'partial',
  ready: 'action',
  made: 'done',
};

const cells: CellRenderers<typeof externalOrders.table> = {
  externalStatus: ({ externalStatus }) => (
    <StatusTag meaning={meanings[externalStatus ?? ''] ?? 'quiet'}>
      {choiceOf('externalStatus', externalStatus ?? '')}
    </StatusTag>
  ),
  number: ({ number, documentId }) => (
    <DocumentLink kind="saleOrder" id={documentId}>
      {number}
    </DocumentLink>
  ),
};

/** Lists external orders: waiting orders, and the results of the rest. */
export default function ExternalOrderList(): ReactNode {
  const { query } = useTab();
  const [bringing, setBringing] = useState<ExternalOrderEntryMode>(null);
  const close = (brought: boolean): void => {
    setBringing(null);
    if (brought) void invalidateQueryKeys(['list'], ['document']);
  };
  return (
    <WithQuickForms>
      <List
        key={query.toString()}
        table={externalOrders.table}
        hint={t('emptyList.externalOrders')}
        nameColumn="externalOrder"
        facts={['partnerName', 'amount', 'unmatchedSkus']}
        cells={cells}
        actions={buildExternalOrderActions(setBringing)}
        rowActions={rowActions}
      />
      {bringing === 'typed' ? <NewOrder onClose={close} /> : null}
      {bringing === 'file' ? <ImportOrders onClose={close} /> : null}
    </WithQuickForms>
  );
}
