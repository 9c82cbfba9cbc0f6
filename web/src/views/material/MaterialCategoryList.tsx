import { PlusOutlined, ReloadOutlined } from '@ant-design/icons';
import type { CategoryNode } from '@tradehouse/contract';
import { categories } from '@tradehouse/contract';
import { Button, Empty, Skeleton, Tree } from 'antd';
import type { TreeProps } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { call } from '../../app/client.ts';
import { notices } from '../../app/notices.ts';
import { useMay } from '../../app/permission.ts';
import { outdate } from '../../app/query.ts';
import { useTab, useTabs } from '../../app/tabs.ts';
import { useCategories } from '../../control/CategorySelect.tsx';
import { recordForm } from '../../page/recordForm.tsx';
import { Failed } from '../../page/states.tsx';
import { t } from '../../phrase/index.ts';

const CategoryForm = recordForm({
  resource: { infoCall: categories.infoCall, add: categories.add, update: categories.update },
  table: categories.table,
  title: t('record.category'),
  fields: [
    { name: 'name' },
    { name: 'number' },
    { name: 'parentId', control: 'category', exceptSelf: true },
    { name: 'sort', control: 'integer' },
    { name: 'remark', control: 'area' },
  ],
});

type Nodes = NonNullable<TreeProps['treeData']>;
const nodesOf = (nodes: readonly CategoryNode[]): Nodes =>
  nodes.map(({ id, title, children }) => ({ key: id, title, children: nodesOf(children) }));

async function remove(ids: readonly string[]): Promise<boolean> {
  const agreed = await notices().modal.confirm({
    title: t('list.deleteAsk', { n: ids.length }),
    okButtonProps: { danger: true },
  });
  if (!agreed) return false;
  await call(categories.removeBatch, { ids: ids.join(',') });
  notices().message.success(t('list.done'));
  return true;
}

/** The tree of product categories; a click opens one, a tick chooses it for deletion. */
export default function MaterialCategoryList(): ReactNode {
  const { data, error, refetch } = useCategories();
  const may = useMay();
  const { page } = useTab();
  const { setDirty } = useTabs();
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [opened, setOpened] = useState<{ readonly id: string | null } | null>(null);
  const edits = may(page.url, '1');
  const reload = (): void => void outdate(['choices', 'category']);
  const removeTicked = async (): Promise<void> => {
    if (ticked.length === 0) return void notices().message.warning(t('list.selectSome'));
    try {
      if (await remove(ticked)) {
        setTicked([]);
        reload();
      }
    } catch {
      // The client has said what went wrong.
    }
  };
  if (error !== null && data === undefined)
    return <Failed error={error} onRetry={() => void refetch()} />;
  return (
    <div className="list-page">
      <div className="toolbar">
        {edits ? (
          <>
            <Button
              type="primary"
              icon={<PlusOutlined aria-hidden />}
              onClick={() => setOpened({ id: null })}
            >
              {t('act.new')}
            </Button>
            <Button danger={ticked.length > 0} onClick={() => void removeTicked()}>
              {t('act.delete')}
            </Button>
          </>
        ) : null}
        <span className="toolbar-end">
          <Button
            icon={<ReloadOutlined aria-hidden />}
            aria-label={t('act.reload')}
            onClick={reload}
          />
        </span>
      </div>
      <div className="list-box tree-box">
        {data === undefined ? (
          <Skeleton active paragraph={{ rows: 8 }} />
        ) : data.length === 0 ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('list.none')} />
        ) : (
          <Tree
            key={data.length}
            blockNode
            checkable={edits}
            checkStrictly
            defaultExpandAll
            selectedKeys={[]}
            checkedKeys={[...ticked]}
            treeData={nodesOf(data)}
            onCheck={(keys) => setTicked((Array.isArray(keys) ? keys : keys.checked).map(String))}
            onSelect={(_keys, { node }) => setOpened({ id: String(node.key) })}
          />
        )}
      </div>
      {opened === null ? null : (
        <CategoryForm
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
