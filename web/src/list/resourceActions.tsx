import { CheckCircleOutlined, DeleteOutlined, StarOutlined, StopOutlined } from '@ant-design/icons';
import type { Endpoint, onOne } from '@tradehouse/contract';
import { call } from '../app/net/client.ts';
import { notices } from '../app/notices.ts';
import { t } from '../phrase/index.ts';
import type { ListAction, ListResource, RowAction } from '../record/listTypes.ts';

type Plain = Readonly<Record<string, unknown>>;

const idsOf = (rows: readonly Plain[]): string => rows.map(({ id }) => String(id)).join(',');

/** Asks for the change, and says that it was made. */
export async function changed(endpoint: Endpoint, input: object): Promise<boolean> {
  await call(endpoint, input);
  notices().message.success(t('list.done'));
  return true;
}

/** How a deletion looks, of one or of several, and who may do it. */
export const deletion = {
  key: 'delete',
  label: t('act.delete'),
  icon: <DeleteOutlined aria-hidden />,
  button: '1',
  danger: true,
} as const;

/** Delete of the selected records, enable and disable where they can be, each asking with its count. */
export function resourceActions<Row extends Plain>(
  resource: ListResource,
): readonly ListAction<Row>[] {
  const { removeBatch, setStatus, status: switched } = resource;
  const remove: ListAction<Row> = {
    ...deletion,
    needs: 'some',
    confirm: (n) => t('list.deleteAsk', { n }),
    run: (rows) => changed(removeBatch, { ids: idsOf(rows) }),
  };
  if (setStatus === undefined || switched !== true) return [remove];
  const status = (key: 'enable' | 'disable'): ListAction<Row> => ({
    key,
    label: t(`act.${key}`),
    icon: key === 'enable' ? <CheckCircleOutlined aria-hidden /> : <StopOutlined aria-hidden />,
    button: '1',
    needs: 'some',
    confirm: (n) => t(`list.${key}Ask`, { n }),
    run: (rows) => changed(setStatus, { ids: idsOf(rows), status: key === 'enable' }),
  });
  return [remove, status('enable'), status('disable')];
}

/** Delete of one record, where it can be. */
export const deleteRow = <Row extends Plain>(
  { removeBatch }: ListResource,
  removable: (row: Row) => boolean = () => true,
): RowAction<Row> => ({
  ...deletion,
  shown: removable,
  confirm: () => t('list.deleteOneAsk'),
  run: (row) => changed(removeBatch, { ids: idsOf([row]) }),
});

interface Defaulted {
  readonly id: string | null;
  readonly name: string | null;
  readonly isDefault: boolean | null;
}

/** Makes a record the one that new documents begin with. */
export const defaultAction = (makeDefault: ReturnType<typeof onOne>): RowAction<Defaulted> => ({
  key: 'default',
  label: t('act.setDefault'),
  icon: <StarOutlined aria-hidden />,
  button: '1',
  shown: ({ isDefault }) => isDefault !== true,
  confirm: ({ name }) => t('record.defaultAsk', { name: name ?? '' }),
  run: async ({ id }) => {
    await call(makeDefault, { id: id ?? '' });
    return true;
  },
});
