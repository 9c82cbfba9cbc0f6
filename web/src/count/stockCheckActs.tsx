import { isKeyOf } from '@tradehouse/domain';
import { CheckOutlined, RollbackOutlined } from '@ant-design/icons';
import type { RowOf, countTable } from '@tradehouse/contract';
import { approveCount, removeCount, reverseCount } from '@tradehouse/contract';
import { call } from '../app/net/client.ts';
import { deletion } from '../list/resourceActions.tsx';
import type { Cells, ListAction } from '../record/listTypes.ts';
import { StatusTag } from '../control/StatusTag.tsx';
import { choiceOf } from '../record/labels.ts';
import { t } from '../phrase/index.ts';

type Row = RowOf<typeof countTable>;
const idsOf = (rows: readonly Row[]): string => rows.map(({ id }) => id).join(',');

export const approveCounts: ListAction<Row> = {
  key: 'approve',
  label: t('count.approve'),
  icon: <CheckOutlined aria-hidden />,
  button: '2',
  needs: 'some',
  confirm: (n) => t('count.approveMany', { n }),
  run: async (rows) => {
    await call(approveCount, { ids: idsOf(rows) });
    return true;
  },
};

export const reverseCounts: ListAction<Row> = {
  key: 'reverse',
  label: t('count.reverse'),
  icon: <RollbackOutlined aria-hidden />,
  button: '7',
  needs: 'some',
  confirm: (n) => t('count.reverseMany', { n }),
  run: async (rows) => {
    await call(reverseCount, { ids: idsOf(rows) });
    return true;
  },
};

export const removeCounts: ListAction<Row> = {
  ...deletion,
  needs: 'some',
  confirm: (n) => t('count.removeAsk', { n }),
  run: async (rows) => {
    await call(removeCount, { ids: idsOf(rows) });
    return true;
  },
};

const meanings = { counting: 'action', recounting: 'partial', posted: 'done' } as const;

/** A count's state as a word in its colour. */
export const CountState = ({ state }: { readonly state: string }) => (
  <StatusTag meaning={isKeyOf(meanings, state) ? meanings[state] : 'quiet'}>
    {choiceOf('state', state)}
  </StatusTag>
);

/** The cells that both pages of counts draw their own way. */
export const countCells: Cells<typeof countTable> = {
  scope: ({ scope }) => (scope === '' ? t('count.everything') : scope),
  state: ({ state }) => <CountState state={state ?? ''} />,
};
