import { CheckCircleOutlined, DeleteOutlined, StarOutlined, StopOutlined } from '@ant-design/icons';
import type { Endpoint, onOne } from '@tradehouse/contract';
import { callEndpoint } from '../app/net/client.ts';
import { getNotices } from '../app/notices.ts';
import { t } from '../phrase/index.ts';
import type { ListAction, ListResource, RowAction } from '../record/listTypes.ts';

type ListResourceRow = Readonly<Record<string, unknown>>;

const joinResourceIds = (rows: readonly ListResourceRow[]): string =>
  rows.map(({ id }) => String(id)).join(',');

/** Sends the change, and shows a success message. */
export async function submitListChange(endpoint: Endpoint, input: object): Promise<boolean> {
  await callEndpoint(endpoint, input);
  getNotices().message.success(t('list.done'));
  return true;
}

/** Appearance and permission of deleting one or several records. */
export const deletion = {
  key: 'delete',
  label: t('act.delete'),
  icon: <DeleteOutlined aria-hidden />,
  button: '1',
  danger: true,
} as const;

/** Returns delete, enable and disable for selected records, if supported; confirmations name the count. */
export function resourceActions<Row extends ListResourceRow>(
  resource: ListResource,
): readonly ListAction<Row>[] {
  const { removeBatch, setStatus, status: switched } = resource;
  const remove: ListAction<Row> = {
    ...deletion,
    needs: 'some',
    confirm: (n) => t('list.deleteAsk', { n }),
    run: (rows) => submitListChange(removeBatch, { ids: joinResourceIds(rows) }),
  };
  if (setStatus === undefined || switched !== true) return [remove];
  const status = (key: 'enable' | 'disable'): ListAction<Row> => ({
    key,
    label: t(`act.${key}`),
    icon: key === 'enable' ? <CheckCircleOutlined aria-hidden /> : <StopOutlined aria-hidden />,
    button: '1',
    needs: 'some',
    confirm: (n) => t(`list.${key}Ask`, { n }),
    run: (rows) =>
      submitListChange(setStatus, { ids: joinResourceIds(rows), status: key === 'enable' }),
  });
  return [remove, status('enable'), status('disable')];
}

/** Returns the row action that deletes one record, if deletable. */
export const deleteRow = <Row extends ListResourceRow>(
  { removeBatch }: ListResource,
  removable: (row: Row) => boolean = () => true,
): RowAction<Row> => ({
  ...deletion,
  shown: removable,
  confirm: () => t('list.deleteOneAsk'),
  run: (row) => submitListChange(removeBatch, { ids: joinResourceIds([row]) }),
});

interface Defaulted {
  readonly id: string | null;
  readonly name: string | null;
  readonly isDefault: boolean | null;
}

/** Returns the action that makes a record the default of new documents. */
export const defaultAction = (makeDefault: ReturnType<typeof onOne>): RowAction<Defaulted> => ({
  key: 'default',
  label: t('act.setDefault'),
  icon: <StarOutlined aria-hidden />,
  button: '1',
  shown: ({ isDefault }) => isDefault !== true,
  confirm: ({ name }) => t('record.defaultAsk', { name: name ?? '' }),
  run: async ({ id }) => {
    await callEndpoint(makeDefault, { id: id ?? '' });
    return true;
  },
});
