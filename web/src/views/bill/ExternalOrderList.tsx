import { EyeOutlined, FileDoneOutlined } from '@ant-design/icons';
import { externalOrders } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { call } from '../../app/net/client.ts';
import { reasonOf } from '../../app/net/envelope.ts';
import { notices } from '../../app/notices.ts';
import { outdate } from '../../app/net/query.ts';
import { useTab } from '../../app/tabs/tabs.ts';
import { DocumentLink } from '../../control/DocumentLink.tsx';
import { StatusTag } from '../../control/StatusTag.tsx';
import type { Meaning } from '../../control/StatusTag.tsx';
import { List } from '../../list/listPage.tsx';
import { newAction } from '../../list/newAction.tsx';
import { changed, deletion } from '../../list/resourceActions.tsx';
import { choiceOf } from '../../record/labels.ts';
import { WithQuickForms } from '../../record/quickForms.tsx';
import type { Cells, ListAction, RowAction } from '../../record/listTypes.ts';
import { t } from '../../phrase/index.ts';
import { NewOrder } from './externalOrderForm.tsx';
import { ImportOrders } from './externalOrderImport.tsx';
import { OrderLines } from './externalOrderLines.tsx';
import { madeWords } from './externalOrderOutcome.tsx';

type Row = RowOf<typeof externalOrders.table>;

/** Notes that one dialog shows at most. */
const MOST_TOLD = 20;

const idsOf = (rows: readonly Row[]): string => rows.map(({ id }) => id).join(',');

interface MakeResult {
  readonly isMade: boolean;
  /** The reason it was not made, or the later day it was made on. */
  readonly note: string | null;
}

async function makeOne({ id }: Row): Promise<MakeResult> {
  try {
    const order = await call(externalOrders.make, { id: id ?? '' }, { quiet: true });
    if (order.status !== 'made')
      return {
        isMade: false,
        note: t('externalOrder.waits', { codes: order.unmatched.join(', ') }),
      };
    return { isMade: true, note: order.datedOn === null ? null : madeWords(order) };
  } catch (error) {
    return { isMade: false, note: reasonOf(error) };
  }
}

/** Makes sales orders one after the other: what keeps one from it holds up no other. */
async function make(rows: readonly Row[]): Promise<boolean> {
  const open = rows.filter(({ externalStatus }) => externalStatus !== 'made');
  const notes: string[] = [];
  let made = 0;
  for (const row of open) {
    const { isMade, note } = await makeOne(row);
    if (isMade) made += 1;
    if (note !== null) notes.push(`${row.externalOrder ?? ''}: ${note}`);
  }
  const told = t('externalOrder.allMade', { made });
  if (notes.length === 0) notices().message.success(told);
  else {
    const content = notes.slice(0, MOST_TOLD).map((line) => <div key={line}>{line}</div>);
    notices().modal.warning({ title: told, content });
  }
  if (made > 0) void outdate(['document']);
  return made > 0;
}

type Bringing = 'typed' | 'file' | null;

const actionsOf = (bring: (how: Bringing) => void): readonly ListAction<Row>[] => [
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
    run: make,
  },
  {
    ...deletion,
    needs: 'some',
    confirm: (n) => t('list.deleteAsk', { n }),
    run: (rows) => changed(externalOrders.removeBatch, { ids: idsOf(rows) }),
  },
];

const rowActions: readonly RowAction<Row>[] = [
  {
    key: 'make',
    label: t('externalOrder.make'),
    icon: <FileDoneOutlined aria-hidden />,
    button: '1',
    shown: ({ externalStatus }) => externalStatus === 'ready',
    run: (row) => make([row]),
  },
  // Opened by the first column as well.
  {
    key: 'edit',
    label: t('externalOrder.seeLines'),
    icon: <EyeOutlined aria-hidden />,
    dialog: OrderLines,
  },
];

const meanings: Readonly<Record<string, Meaning>> = {
  waiting: 'partial',
  ready: 'action',
  made: 'done',
};

const cells: Cells<typeof externalOrders.table> = {
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

/** Orders that came from elsewhere: those that wait, and what the others have become. */
export default function ExternalOrderList(): ReactNode {
  const { query } = useTab();
  const [bringing, setBringing] = useState<Bringing>(null);
  const close = (brought: boolean): void => {
    setBringing(null);
    if (brought) void outdate(['list'], ['document']);
  };
  return (
    <WithQuickForms>
      <List
        key={query.toString()}
        table={externalOrders.table}
        nameColumn="externalOrder"
        facts={['partnerName', 'amount', 'unmatchedSkus']}
        cells={cells}
        actions={actionsOf(setBringing)}
        rowActions={rowActions}
      />
      {bringing === 'typed' ? <NewOrder onClose={close} /> : null}
      {bringing === 'file' ? <ImportOrders onClose={close} /> : null}
    </WithQuickForms>
  );
}
