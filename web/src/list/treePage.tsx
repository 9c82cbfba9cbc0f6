import { DownOutlined, PlusOutlined, ReloadOutlined } from '@ant-design/icons';
import type { Endpoint, TreeNode } from '@tradehouse/contract';
import { Button, Dropdown, Empty, Skeleton, Tree } from 'antd';
import type { TreeProps } from 'antd';
import type { ComponentType, ReactNode } from 'react';
import { useState } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { getNotices } from '../app/notices.ts';
import { useMay } from '../app/settings/permission.ts';
import { invalidateQueryKeys } from '../app/net/query.ts';
import { useTab, useTabActions } from '../app/tabs/tabs.ts';
import type { TreeSource } from '../control/TreeChoice.tsx';
import { useTree } from '../control/TreeChoice.tsx';
import { t } from '../phrase/index.ts';
import type { RecordFormProps } from '../record/listTypes.ts';
import { Failed } from '../record/states.tsx';

export interface TreeDefinition {
  readonly source: TreeSource;
  readonly removeBatch: Endpoint;
  readonly form: ComponentType<RecordFormProps>;
  /** Label of the button that adds a record. */
  readonly addLabel: string;
  /** Explains the records to a user without any. */
  readonly hint?: string;
}

type Nodes = NonNullable<TreeProps['treeData']>;
const toTreeNodes = (nodes: readonly TreeNode[]): Nodes =>
  nodes.map(({ id, title, children }) => ({ key: id, title, children: toTreeNodes(children) }));
const idsOfTree = (nodes: readonly TreeNode[]): string[] =>
  nodes.flatMap(({ id, children }) => [id, ...idsOfTree(children)]);

/** Deletes the ticked records after confirmation; returns true if deleted. */
async function removeTickedRecords(
  removeBatch: Endpoint,
  ids: readonly string[],
): Promise<boolean> {
  if (ids.length === 0) {
    getNotices().message.warning(t('list.selectSome'));
    return false;
  }
  const agreed = await getNotices().modal.confirm({
    title: t('list.deleteAsk', { n: ids.length }),
    okButtonProps: { danger: true },
  });
  if (!agreed) return false;
  try {
    await callEndpoint(removeBatch, { ids: ids.join(',') });
  } catch {
    // The client shows the error.
    return false;
  }
  getNotices().message.success(t('list.done'));
  return true;
}

interface TreePageState {
  /** Ticks, chosen for deletion. */
  readonly ticked: readonly string[];
  /** Null: all records are expanded. */
  readonly unfolded: readonly string[] | null;
  /** A tick takes everything below along. */
  readonly together: boolean;
}

const buildTreeOperations = (
  ids: readonly string[],
): Readonly<Record<string, (state: TreePageState) => TreePageState>> => ({
  together: (state) => ({ ...state, together: true }),
  apart: (state) => ({ ...state, together: false }),
  all: (state) => ({ ...state, ticked: ids }),
  none: (state) => ({ ...state, ticked: [] }),
  unfold: (state) => ({ ...state, unfolded: null }),
  fold: (state) => ({ ...state, unfolded: [] }),
});

const operationLabels = () => [
  { key: 'together', label: t('tree.together') },
  { key: 'apart', label: t('tree.apart') },
  { key: 'all', label: t('tree.all') },
  { key: 'none', label: t('tree.none') },
  { key: 'unfold', label: t('tree.unfold') },
  { key: 'fold', label: t('tree.fold') },
];

interface TreeBarProps {
  readonly edits: boolean;
  readonly addLabel: string;
  readonly deletes: boolean;
  readonly onAdd: () => void;
  readonly onDelete: () => void;
  readonly onReload: () => void;
  readonly onOperation: (key: string) => void;
}

function TreeBar({ edits, addLabel, deletes, ...on }: TreeBarProps): ReactNode {
  const items = operationLabels().slice(edits ? 0 : 4);
  return (
    <div className="toolbar">
      {edits ? (
        <>
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={on.onAdd}>
            {addLabel}
          </Button>
          <Button danger={deletes} onClick={on.onDelete}>
            {t('act.deleteBatch')}
          </Button>
        </>
      ) : null}
      <Dropdown menu={{ items, onClick: ({ key }) => on.onOperation(key) }} trigger={['click']}>
        <Button aria-haspopup="menu">
          {t('tree.operations')}
          <DownOutlined aria-hidden />
        </Button>
      </Dropdown>
      <span className="toolbar-end">
        <Button
          icon={<ReloadOutlined aria-hidden />}
          aria-label={t('act.reload')}
          onClick={on.onReload}
        />
      </span>
    </div>
  );
}

interface TicksProps {
  readonly nodes: readonly TreeNode[];
  readonly edits: boolean;
  readonly state: TreePageState;
  readonly onState: (state: TreePageState) => void;
  readonly onOpen: (id: string) => void;
}

const Ticks = ({ nodes, edits, state, onState, onOpen }: TicksProps): ReactNode => (
  <Tree
    blockNode
    checkable={edits}
    checkStrictly={!state.together}
    expandedKeys={[...(state.unfolded ?? idsOfTree(nodes))]}
    selectedKeys={[]}
    checkedKeys={[...state.ticked]}
    treeData={toTreeNodes(nodes)}
    onExpand={(keys) => onState({ ...state, unfolded: keys.map(String) })}
    onCheck={(keys) =>
      onState({ ...state, ticked: (Array.isArray(keys) ? keys : keys.checked).map(String) })
    }
    onSelect={(_keys, { node }) => onOpen(String(node.key))}
  />
);

function TreePage(props: TreeDefinition): ReactNode {
  const { source, removeBatch, form: Form, addLabel, hint } = props;
  const { data, error, refetch } = useTree(source);
  const may = useMay();
  const { page } = useTab();
  const { setDirty } = useTabActions();
  const [state, setState] = useState<TreePageState>({
    ticked: [],
    unfolded: null,
    together: false,
  });
  const [opened, setOpened] = useState<Pick<RecordFormProps, 'id'> | null>(null);
  const edits = may(page.url, '1');
  const reload = (): void => void invalidateQueryKeys(['choices', source.key]);
  const removeTicked = async (): Promise<void> => {
    if (!(await removeTickedRecords(removeBatch, state.ticked))) return;
    setState({ ...state, ticked: [] });
    reload();
  };
  if (error !== null && data === undefined)
    return <Failed error={error} onRetry={() => void refetch()} />;
  return (
    <div className="list-page">
      <TreeBar
        edits={edits}
        addLabel={addLabel}
        deletes={state.ticked.length > 0}
        onAdd={() => setOpened({ id: null })}
        onDelete={() => void removeTicked()}
        onReload={reload}
        onOperation={(key) => setState(buildTreeOperations(idsOfTree(data ?? []))[key] ?? state)}
      />
      <div className="list-box tree-box">
        {data === undefined ? (
          <Skeleton active paragraph={{ rows: 8 }} />
        ) : data.length === 0 ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={hint ?? t('list.none')} />
        ) : (
          <Ticks
            nodes={data}
            edits={edits}
            state={state}
            onState={setState}
            onOpen={(id) => setOpened({ id })}
          />
        )}
      </div>
      {opened === null ? null : (
        <Form
          {...opened}
          onClose={(saved) => {
            setOpened(null);
            setDirty(false);
            if (saved) reload();
          }}
        />
      )}
    </div>
  );
}

/** Creates a tree view: a click opens a record, a tick selects it for deletion. */
export function treePage(definition: TreeDefinition): ComponentType {
  return function TreeView(): ReactNode {
    return <TreePage {...definition} />;
  };
}
