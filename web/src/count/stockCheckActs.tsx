import { isKeyOf } from '@tradehouse/domain';
import { CheckOutlined, RollbackOutlined } from '@ant-design/icons';
import type { RowOf, countTable } from '@tradehouse/contract';
import { approveCount, removeCount, reverseCount } from '@tradehouse/contract';
import { callEndpoint } from '../app/net/client.ts';
import { deletion } from '../list/resourceActions.tsx';
import type { CellRenderers, ListAction } from '../record/listTypes.ts';
import { StatusTag } from '../control/StatusTag.tsx';
import { choiceOf } from '../record/labels.ts';
import { t } from '../phrase/index.ts';

type CountListRow = RowOf<typeof countTable>;
const joinCountIds = (rows: readonly CountListRow[]): string => rows.map(({ id }) => id).join(',');

export const approveCounts: ListAction<CountListRow> = {
  key: 'approve',
  label: t('count.approve'),
  icon: <CheckOutlined aria-hidden />,
  button: '2',
  needs: 'some',
  confirm: (n) => t('count.approveMany', { n }),
  run: async (rows) => {
    await callEndpoint(approveCount, { ids: joinCountIds(rows) });
    return true;
  },
};

export const reverseCounts: ListAction<CountListRow> = {
  key: 'reverse',
  label: t('count.reverse'),
  icon: <RollbackOutlined aria-hidden />,
  button: '7',
  needs: 'some',
  confirm: (n) => t('count.reverseMany', { n }),
  run: async (rows) => {
    await callEndpoint(reverseCount, { ids: joinCountIds(rows) });
    return true;
  },
};

export const removeCounts: ListAction<CountListRow> = {
  ...deletion,
  needs: 'some',
  confirm: (n) => t('count.removeAsk', { n }),
  run: async (rows) => {
    await callEndpoint(removeCount, { ids: joinCountIds(rows) });
    return true;
  },
};

const meanings = { counting: 'action', recounting: 'partial', posted: 'done' } as const;

export const CountState = ({ state }: { readonly state: string }) => (
  <StatusTag meaning={isKeyOf(meanings, state) ? meanings[state] : 'quiet'}>
    {choiceOf('state', state)}
  </StatusTag>
);

/** Custom cells shared by both count pages. */
export const countCells: CellRenderers<typeof countTable> = {
  scope: ({ scope }) => (scope === '' ? t('count.everything') : scope),
  state: ({ state }) => <CountState state={state ?? ''} />,
};
