import { CheckOutlined, EyeOutlined } from '@ant-design/icons';
import { updateSavedView } from '@tradehouse/contract';
import type { ListView, SavedView, TableDeclaration } from '@tradehouse/contract';
import { Button, Dropdown } from 'antd';
import type { MenuProps } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { callEndpoint } from '../../app/net/client.ts';
import { getNotices } from '../../app/notices.ts';
import { useMay } from '../../app/settings/permission.ts';
import { useTab } from '../../app/tabs/tabs.ts';
import { t } from '../../phrase/index.ts';
import { ManageViews } from './ManageViews.tsx';
import type { ViewAct } from './ManageViews.tsx';
import { RenameView, SaveView } from './SaveView.tsx';
import { ScheduleView } from './ScheduleView.tsx';
import { ShareView } from './ShareView.tsx';
import { outdateViews, useViews } from './useViews.ts';
import type { UsedViews, ViewsOf } from './useViews.ts';
import './savedViews.css';

type ViewMenuItems = NonNullable<MenuProps['items']>;

/** Prefix of views' menu keys, unlike actions' keys. */
const VIEW = 'view ';

/** Returns a view's menu item, ticked if the view is shown. */
const menuItemOfView =
  (shown: string | undefined) =>
  ({ id, name, own, userName }: SavedView): ViewMenuItems[number] => ({
    key: VIEW + id,
    label: own ? name : t('view.sharedBy', { name, user: userName }),
    icon: id === shown ? <CheckOutlined aria-hidden /> : <span className="view-no-tick" />,
  });

function menuItemsOfViews({ views, shown, changed }: UsedViews): ViewMenuItems {
  const all = views?.views ?? [];
  const groups = [
    { key: 'own', label: t('view.own'), views: all.filter(({ own }) => own) },
    { key: 'shared', label: t('view.shared'), views: all.filter(({ own }) => !own) },
  ].filter((group) => group.views.length > 0);
  const mine = all.some(({ id, own }) => own && id === shown?.id);
  return [
    ...groups.map((group) => ({
      type: 'group' as const,
      key: group.key,
      label: group.label,
      children: group.views.map(menuItemOfView(shown?.id)),
    })),
    ...(all.length === 0
      ? [{ key: 'none', label: t('view.none'), disabled: true }]
      : [{ key: 'start', label: t('view.asStarts') }]),
    { type: 'divider' as const },
    ...(mine && changed && shown !== null
      ? [{ key: 'save', label: t('view.save', { name: shown.name }) }]
      : []),
    { key: 'saveAs', label: t('view.saveAs') },
    { key: 'manage', label: t('view.manage') },
  ];
}

/** Chooses, saves, shares and schedules a list's state. */
export function ViewsButton<T extends TableDeclaration>(props: ViewsOf<T>): ReactNode {
  const [wanted, want] = useState(false);
  const used = useViews(props, wanted);
  const [saving, setSaving] = useState<ListView | null>(null);
  const [managing, setManaging] = useState(false);
  const { shown, changed, views } = used;
  const save = async (): Promise<void> => {
    const own = views?.views.find(({ id }) => id === shown?.id);
    if (own === undefined) return;
    const value = used.now();
    await callEndpoint(updateSavedView, { id: own.id, version: own.version, value });
    void getNotices().message.success(t('view.saved', { name: own.name }));
    await outdateViews();
    used.call({ id: own.id, name: own.name, value });
  };
  const pick = (key: string): void => {
    const view = views?.views.find(({ id }) => key === VIEW + id);
    if (view !== undefined) used.show(view);
    if (key === 'start') used.leave();
    // The client shows the error.
    if (key === 'save') void save().catch(() => undefined);
    if (key === 'saveAs') setSaving(used.now());
    if (key === 'manage') setManaging(true);
  };
  const label =
    shown === null
      ? t('view.views')
      : t(changed ? 'view.shownChanged' : 'view.shown', { name: shown.name });
  return (
    <>
      <Dropdown
        trigger={['click']}
        onOpenChange={(open) => {
          if (open) want(true);
        }}
        menu={{
          items: menuItemsOfViews(used),
          onClick: ({ key }) => pick(key),
          className: 'view-menu',
        }}
      >
        <Button
          className="views-button"
          title={label}
          aria-label={label}
          ghost={shown !== null}
          type={shown === null ? 'default' : 'primary'}
          aria-haspopup="menu"
          icon={<EyeOutlined aria-hidden />}
        >
          {shown === null ? t('view.views') : `${shown.name}${changed ? ' *' : ''}`}
        </Button>
      </Dropdown>
      {saving === null ? null : (
        <SaveView
          table={props.list.table}
          value={saving}
          onClose={() => setSaving(null)}
          onSaved={(view) => {
            setSaving(null);
            used.call(view);
          }}
        />
      )}
      {managing && views !== undefined ? (
        <Managing table={props.list.table} used={used} onClose={() => setManaging(false)} />
      ) : null}
    </>
  );
}

interface ManagingProps {
  readonly table: TableDeclaration;
  readonly used: UsedViews;
  readonly onClose: () => void;
}

/** Dialog of all views, with the dialogs for one view above. */
function Managing({ table, used, onClose }: ManagingProps): ReactNode {
  const [act, setAct] = useState<ViewAct | null>(null);
  const may = useMay();
  const { page } = useTab();
  const { views } = used;
  const done = (): void => setAct(null);
  if (views === undefined) return null;
  return (
    <>
      <ManageViews
        table={table}
        views={views}
        sends={table.exportPath !== undefined && may(page.url, '3')}
        onAct={setAct}
        onShow={(view) => {
          onClose();
          used.show(view);
        }}
        onClose={onClose}
      />
      {act?.act === 'rename' ? <RenameView view={act.view} onClose={done} /> : null}
      {act?.act === 'share' ? (
        <ShareView view={act.view} mayShare={views.mayShare} onClose={done} />
      ) : null}
      {act?.act === 'schedule' ? (
        <ScheduleView view={act.view} schedule={act.schedule} onClose={done} />
      ) : null}
    </>
  );
}
