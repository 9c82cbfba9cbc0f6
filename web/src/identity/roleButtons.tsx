import type { RoleFunction } from '@tradehouse/contract';
import { setRoleButtons } from '@tradehouse/contract';
import { Checkbox, Space, Table } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { choiceOf } from '../record/labels.ts';
import { TicksModal } from '../record/TicksModal.tsx';
import { t } from '../phrase/index.ts';
import type { RoleDialogProps } from './roleFunctions.tsx';
import { useRoleFunctions } from './roleFunctions.tsx';

const codes = ['1', '2', '7', '3', '5'] as const;
type RoleButtonCode = (typeof codes)[number];
type RoleButtonChoice = ReadonlyMap<string, readonly string[]>;

const isRoleButtonCode = (code: string): code is RoleButtonCode =>
  codes.some((each) => each === code);

/**
 * Returns the buttons by page, and the role's buttons; `set` sets buttons on pages, `put` all buttons of
 * one page.
 */
function useButtons(roleId: string) {
  const { data } = useRoleFunctions(roleId);
  const [changed, setChanged] = useState<RoleButtonChoice>(new Map());
  const rows = (data?.rows ?? []).filter((row) => row.checked && row.offered.length > 0);
  const has = ({ url, buttons }: RoleFunction): readonly string[] => changed.get(url) ?? buttons;
  const set = (turned: readonly string[], on: boolean): void => {
    const next = new Map(changed);
    for (const row of rows) {
      const kept = has(row).filter((code) => !turned.includes(code));
      const given = on ? turned.filter((code) => row.offered.includes(code)) : [];
      next.set(row.url, [...kept, ...given]);
    }
    setChanged(next);
  };
  const put = (url: string, buttons: readonly string[]): void =>
    setChanged(new Map(changed).set(url, buttons));
  return { data, rows, has, set, put, changed };
}
type Buttons = ReturnType<typeof useButtons>;

interface ToggleProps {
  readonly buttons: Buttons;
  readonly turned: readonly string[];
  readonly label: string;
}

/** Renders a tick box for buttons on every page that offers the buttons. */
function Toggle({ buttons: { rows, has, set }, turned, label }: ToggleProps): ReactNode {
  const cells = turned.flatMap((code) =>
    rows.filter((row) => row.offered.includes(code)).map((row) => has(row).includes(code)),
  );
  const all = cells.length > 0 && cells.every(Boolean);
  return (
    <Checkbox
      checked={all}
      indeterminate={!all && cells.some(Boolean)}
      onChange={({ target }) => set(turned, target.checked)}
    >
      {label}
    </Checkbox>
  );
}

/**
 * Edits a role's buttons by page; a tick above a column sets the code on every page that offers the button.
 */
export function RoleButtons({ roleId, onClose }: RoleDialogProps): ReactNode {
  const buttons = useButtons(roleId);
  const { data, rows, has, put, changed } = buttons;
  const offered = codes.filter((code) => rows.some((row) => row.offered.includes(code)));
  const save = (key: string) => {
    const btnStr = [...changed].map(([url, on]) => ({ url, buttons: on.filter(isRoleButtonCode) }));
    return callEndpoint(setRoleButtons, { roleId, btnStr }, { key, quiet: true });
  };
  return (
    <TicksModal
      title={t('role.buttonsOf', { name: data?.name ?? '' })}
      dirty={changed.size > 0}
      loading={data === undefined}
      save={save}
      onClose={onClose}
    >
      {rows.length === 0 ? null : (
        <Space wrap className="gap-below">
          <Toggle buttons={buttons} turned={offered} label={t('role.every')} />
          {offered.map((code) => (
            <Toggle
              key={code}
              buttons={buttons}
              turned={[code]}
              label={t('role.everyOf', { name: choiceOf('button', code) })}
            />
          ))}
        </Space>
      )}
      <Table<RoleFunction>
        size="small"
        rowKey="url"
        pagination={false}
        locale={{ emptyText: t('role.noButtons') }}
        scroll={{ y: 420 }}
        dataSource={rows}
        columns={[
          { title: '#', width: 56, render: (_value, _row, at) => at + 1 },
          { title: t('rights.page'), dataIndex: 'title', width: 200 },
          {
            title: t('rights.buttons'),
            render: (_value, row) => (
              <Checkbox.Group
                value={[...has(row)]}
                options={row.offered.map((code) => ({
                  value: code,
                  label: choiceOf('button', code),
                }))}
                onChange={(next) => put(row.url, next.map(String))}
              />
            ),
          },
        ]}
      />
    </TicksModal>
  );
}
