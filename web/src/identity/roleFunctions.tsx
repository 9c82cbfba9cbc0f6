import type { RoleFunction } from '@tradehouse/contract';
import { roleFunctions, setRoleFunctions } from '@tradehouse/contract';
import { Button, Space, Tree } from 'antd';
import type { TreeDataNode } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { useReadOnce } from '../app/net/readOnce.ts';
import { TicksModal } from '../record/TicksModal.tsx';
import { t } from '../phrase/index.ts';

export interface RoleDialogProps {
  readonly roleId: string;
  /** `done`: saved. */
  readonly onClose: (done: boolean) => void;
}

/** Reads a role's pages and buttons when a dialog opens. */
export const useRoleFunctions = (roleId: string) =>
  useReadOnce(['roleFunctions', roleId], () => callEndpoint(roleFunctions, { roleId }));

const buildRoleFunctionTree = (rows: readonly RoleFunction[], parent: string): TreeDataNode[] =>
  rows
    .filter(({ parentNumber }) => parentNumber === parent)
    .map(({ number, title, url, group }) => ({
      key: group ? number : url,
      title,
      children: group ? buildRoleFunctionTree(rows, number) : [],
    }));

/** Edits the pages of a role in a menu tree. */
export function RoleFunctions({ roleId, onClose }: RoleDialogProps): ReactNode {
  const { data } = useRoleFunctions(roleId);
  const rows = data?.rows ?? [];
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const [open, setOpen] = useState<readonly string[] | null>(null);
  const pages = rows.filter(({ group }) => !group).map(({ url }) => url);
  const groups = rows.filter(({ group }) => group).map(({ number }) => number);
  const checked = chosen ?? rows.filter((row) => row.checked).map(({ url }) => url);
  const save = (key: string) =>
    callEndpoint(setRoleFunctions, { roleId, urls: [...checked] }, { key, quiet: true });
  return (
    <TicksModal
      title={t('role.functionsOf', { name: data?.name ?? '' })}
      dirty={chosen !== null}
      loading={data === undefined}
      save={save}
      onClose={onClose}
    >
      <Space wrap className="gap-below">
        <Button size="small" onClick={() => setChosen(pages)}>
          {t('tree.all')}
        </Button>
        <Button size="small" onClick={() => setChosen([])}>
          {t('tree.none')}
        </Button>
        <Button size="small" onClick={() => setOpen(groups)}>
          {t('tree.unfold')}
        </Button>
        <Button size="small" onClick={() => setOpen([])}>
          {t('tree.fold')}
        </Button>
      </Space>
      <Tree
        checkable
        selectable={false}
        treeData={buildRoleFunctionTree(rows, '0')}
        expandedKeys={[...(open ?? groups)]}
        checkedKeys={[...checked]}
        onExpand={(keys) => setOpen(keys.map(String))}
        onCheck={(keys) => {
          const all = (Array.isArray(keys) ? keys : keys.checked).map(String);
          setChosen(all.filter((key) => pages.includes(key)));
        }}
      />
    </TicksModal>
  );
}
