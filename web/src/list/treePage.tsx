import { DownOutlined, PlusOutlined, ReloadOutlined } from '@ant-design/icons';
import type { Endpoint, TreeNode } from '@tradehouse/contract';
import { Button, Dropdown, Empty, Skeleton, Tree } from 'antd';
import type { TreeProps } from 'antd';
import type { ComponentType, ReactNode } from 'react';
import { useState } from 'react';
import { call } from '../app/net/client.ts';
import { notices } from '../app/notices.ts';
import { useMay } from '../app/settings/permission.ts';
import { outdate } from '../app/net/query.ts';
import { useTab, useTabs } from '../app/tabs/tabs.ts';
import type { TreeSource } from '../control/TreeChoice.tsx';
import { useTree } from '../control/TreeChoice.tsx';
import { t } from '../phrase/index.ts';
import type { FormProps } from '../record/listTypes.ts';
import { Failed } from '../record/states.tsx';

/** What a page of records that stand below each other says of itself. */
export interface TreeDefinition {
  readonly source: TreeSource;
  readonly removeBatch: Endpoint;
  readonly form: ComponentType<FormProps>;
  /** The button that adds one. */
  readonly addLabel: string;
  /** What these records are, for who has none yet. */
  readonly hint?: string;
}

type Nodes = NonNullable<TreeProps['treeData']>;
const nodesOf = (nodes: readonly TreeNode[]): Nodes =>
  nodes.map(({ id, title, children }) => ({ key: id, title, children: nodesOf(children) }));
const idsOf = (nodes: readonly TreeNode[]): string[] =>
  nodes.flatMap(({ id, children }) => [id, ...idsOf(children)]);

/** Deletes what is ticked, once it is agreed to; answers whether it did. */
async function remove(removeBatch: Endpoint, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) {
    notices().message.warning(t('list.selectSome'));
    return false;
  }
  const agreed = await notices().modal.confirm({
    title: t('list.deleteAsk', { n: ids.length }),
    okButtonProps: { danger: true },
  });
  if (!agreed) return false;
  try {
    await call(removeBatch, { ids: ids.join(',') });
  } catch {
    // The client has said what went wrong.
    return false;
  }
  notices().message.success(t('list.done'));
  return true;
}

interface State {
  /** Ticks, chosen for deletion. */
  readonly ticked: readonly string[];
  /** Null: all of them. */
  readonly unfolded: readonly string[] | null;
  /** A tick takes everything below along. */
  readonly together: boolean;
}

const operations = (ids: readonly string[]): Readonly<Record<string, (state: State) => State>> => ({
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

interface BarProps {
  readonly edits: boolean;
  readonly addLabel: string;
  readonly deletes: boolean;
  readonly onAdd: () => void;
  readonly onDelete: () => void;
  readonly onReload: () => void;
  readonly onOperation: (key: string) => void;
}

function TreeBar({ edits, addLabel, deletes, ...on }: BarProps): ReactNode {
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
  readonly state: State;
  readonly onState: (state: State) => void;
  readonly onOpen: (id: string) => void;
}

const Ticks = ({ nodes, edits, state, onState, onOpen }: TicksProps): ReactNode => (
  <Tree
    blockNode
    checkable={edits}
    checkStrictly={!state.together}
    expandedKeys={[...(state.unfolded ?? idsOf(nodes))]}
    selectedKeys={[]}
    checkedKeys={[...state.ticked]}
    treeData={nodesOf(nodes)}
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
  const { setDirty } = useTabs();
  const [state, setState] = useState<State>({ ticked: [], unfolded: null, together: false });
  const [opened, setOpened] = useState<Pick<FormProps, 'id'> | null>(null);
  const edits = may(page.url, '1');
  const reload = (): void => void outdate(['choices', source.key]);
  const removeTicked = async (): Promise<void> => {
    if (!(await remove(removeBatch, state.ticked))) return;
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
        onOperation={(key) => setState(operations(idsOf(data ?? []))[key] ?? state)}
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

/** A view that is a tree: a click opens a record, a tick chooses it for deletion. */
export function treePage(definition: TreeDefinition): ComponentType {
  return function TreeView(): ReactNode {
    return <TreePage {...definition} />;
  };
}
