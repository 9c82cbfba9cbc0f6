import { Input, Table, Typography } from 'antd';
import type { ReactNode } from 'react';
import { t } from '../phrase/index.ts';

export interface GrantableRecord {
  readonly id: string;
  readonly name: string;
  /** Stands behind the name, in grey. */
  readonly note?: string;
  readonly granted: boolean;
  /** True: the grant can't be revoked here. */
  readonly fixed?: boolean;
}

/** Changed ticks by id: only changes are sent. */
export type Ticks = ReadonlyMap<string, boolean>;

/** Returns the ids to grant and to revoke. */
export const grantChangesOf = (
  ticks: Ticks,
): { readonly add: string[]; readonly remove: string[] } => ({
  add: [...ticks].filter(([, on]) => on).map(([id]) => id),
  remove: [...ticks].filter(([, on]) => !on).map(([id]) => id),
});

export interface GrantTableProps {
  /** Name of the records. */
  readonly title: string;
  readonly rows: readonly GrantableRecord[] | undefined;
  readonly ticks: Ticks;
  readonly disabled?: boolean;
  readonly onTicks: (ticks: Ticks) => void;
  readonly onSearch: (keyword: string) => void;
}

/** Table of records with a tick box each, and a search above. */
export function GrantTable(props: GrantTableProps): ReactNode {
  const { title, rows, ticks, disabled = false, onTicks, onSearch } = props;
  const isTicked = ({ id, granted }: GrantableRecord): boolean => ticks.get(id) ?? granted;
  const tick = (chosen: readonly GrantableRecord[], on: boolean): void => {
    const next = new Map(ticks);
    for (const { id, granted } of chosen) {
      if (granted === on) next.delete(id);
      else next.set(id, on);
    }
    onTicks(next);
  };
  return (
    <>
      <Input.Search
        allowClear
        aria-label={t('act.search')}
        placeholder={t('grant.search')}
        className="gap-below"
        onSearch={onSearch}
      />
      <Table<GrantableRecord>
        size="small"
        rowKey="id"
        loading={rows === undefined}
        dataSource={[...(rows ?? [])]}
        pagination={false}
        scroll={{ y: 360 }}
        columns={[
          {
            title,
            dataIndex: 'name',
            render: (name: string, { note }) => (
              <>
                {name}{' '}
                {note === undefined ? null : (
                  <Typography.Text type="secondary">{note}</Typography.Text>
                )}
              </>
            ),
          },
        ]}
        rowSelection={{
          selectedRowKeys: (rows ?? []).filter(isTicked).map(({ id }) => id),
          getCheckboxProps: ({ name, fixed }) => ({
            disabled: disabled || fixed === true,
            'aria-label': name,
          }),
          onSelect: (row, on) => tick([row], on),
          onSelectAll: (on, _, changed) => tick(changed, on),
        }}
      />
    </>
  );
}
