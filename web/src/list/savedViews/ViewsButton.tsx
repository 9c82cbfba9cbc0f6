import { CheckOutlined, EyeOutlined } from '@ant-design/icons';
import { updateSavedView } from '@tradehouse/contract';
import type { ListView, SavedView, Table } from '@tradehouse/contract';
import { Button, Dropdown } from 'antd';
import type { MenuProps } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { call } from '../../app/net/client.ts';
import { notices } from '../../app/notices.ts';
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

type Items = NonNullable<MenuProps['items']>;

/** Views come under these names in the menu; what is done about them has names of its own. */
const VIEW = 'view ';

/** A view in the menu, ticked where it is shown. */
const itemOf =
  (shown: string | undefined) =>
  ({ id, name, own, userName }: SavedView): Items[number] => ({
    key: VIEW + id,
    label: own ? name : t('view.sharedBy', { name, user: userName }),
    icon: id === shown ? <CheckOutlined aria-hidden /> : <span className="view-no-tick" />,
  });

function itemsOf({ views, shown, changed }: UsedViews): Items {
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
      children: group.views.map(itemOf(shown?.id)),
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

/** Chooses, saves, shares and sends what a list or report is set to. */
export function ViewsButton<T extends Table>(props: ViewsOf<T>): ReactNode {
  const [wanted, want] = useState(false);
  const used = useViews(props, wanted);
  const [saving, setSaving] = useState<ListView | null>(null);
  const [managing, setManaging] = useState(false);
  const { shown, changed, views } = used;
  const save = async (): Promise<void> => {
    const own = views?.views.find(({ id }) => id === shown?.id);
    if (own === undefined) return;
    const value = used.now();
    await call(updateSavedView, { id: own.id, version: own.version, value });
    void notices().message.success(t('view.saved', { name: own.name }));
    await outdateViews();
    used.call({ id: own.id, name: own.name, value });
  };
  const pick = (key: string): void => {
    const view = views?.views.find(({ id }) => key === VIEW + id);
    if (view !== undefined) used.show(view);
    if (key === 'start') used.leave();
    // The client has said what went wrong.
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
        menu={{ items: itemsOf(used), onClick: ({ key }) => pick(key), className: 'view-menu' }}
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
  readonly table: Table;
  readonly used: UsedViews;
  readonly onClose: () => void;
}

/** The dialog of all views, and those about one of them above it. */
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
