import {
  ClockCircleOutlined,
  DeleteOutlined,
  EditOutlined,
  ShareAltOutlined,
  StarFilled,
  StarOutlined,
} from '@ant-design/icons';
import { deleteSavedView, startWithView, viewSchedules } from '@tradehouse/contract';
import type {
  ReplyOf,
  SavedView,
  Schedule,
  TableDeclaration,
  savedViews,
} from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { callEndpoint } from '../../app/net/client.ts';
import { getNotices } from '../../app/notices.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { useTab } from '../../app/tabs/tabs.ts';
import { IconButton } from '../../control/IconButton.tsx';
import { PaneModal } from '../../control/PaneModal.tsx';
import { timeText } from '../../control/format.ts';
import { t } from '../../phrase/index.ts';
import { rhythmText } from './scheduleText.ts';
import { VIEWS } from '../../app/settings/startingViews.ts';
import { outdateViews } from './useViews.ts';

/** Action on a view with a dialog of its own. */
export type ViewAct =
  | { readonly act: 'rename' | 'share'; readonly view: SavedView }
  | {
      readonly act: 'schedule';
      readonly view: { readonly id: string; readonly name: string };
      readonly schedule: Schedule | null;
    };

interface Props {
  readonly table: TableDeclaration;
  readonly views: ReplyOf<typeof savedViews>;
  readonly sends: boolean;
  readonly onAct: (act: ViewAct) => void;
  readonly onShow: (view: SavedView) => void;
  readonly onClose: () => void;
}

const confirmViewDeletion = ({ id, name, roles }: SavedView): void => {
  getNotices().modal.confirm({
    title: t(roles.length === 0 ? 'view.deleteAsk' : 'view.deleteShared', { name }),
    okButtonProps: { danger: true },
    onOk: async () => {
      await callEndpoint(deleteSavedView, { id });
      await outdateViews();
    },
  });
};

/** Lists a list's views with actions, and everything scheduled for the user. */
export function ManageViews(props: Props): ReactNode {
  const { table, views, onClose } = props;
  const { page } = useTab();
  const startWith = async (id: string | null | undefined): Promise<void> => {
    await callEndpoint(startWithView, { list: table.id, ...(id === undefined ? {} : { id }) });
    await outdateViews();
  };
  const asStarts = views.chosen && views.startsWith === null;
  return (
    <PaneModal width={640} title={t('view.manageTitle', { page: page.text })} onCancel={onClose}>
      {views.views.length === 0 ? <p className="quiet">{t('view.none')}</p> : null}
      <ul className="view-list">
        {views.views.map((view) => (
          <li key={view.id}>
            <Said view={view} onShow={props.onShow} />
            <SavedViewActions
              {...props}
              view={view}
              first={views.startsWith === view.id}
              onFirst={(first) => void startWith(first ? view.id : views.chosen ? undefined : null)}
            />
          </li>
        ))}
      </ul>
      <Checkbox
        checked={asStarts}
        onChange={({ target }) => void startWith(target.checked ? null : undefined)}
      >
        {t('view.defaultNone')}
      </Checkbox>
      <Sent onAct={props.onAct} />
    </PaneModal>
  );
}

const Said = ({
  view,
  onShow,
}: {
  readonly view: SavedView;
  readonly onShow: (view: SavedView) => void;
}): ReactNode => (
  <div className="view-said">
    <button type="button" className="link" onClick={() => onShow(view)}>
      {view.name}
    </button>
    {view.own ? null : <span className="quiet">{view.userName}</span>}
    {view.roles.length === 0 ? null : (
      <span className="quiet">
        {t('view.sharedWith', { roles: view.roles.map(({ name }) => name).join(', ') })}
      </span>
    )}
    {view.schedule === null ? null : <span className="quiet">{rhythmText(view.schedule)}</span>}
  </div>
);

interface SavedViewActionsProps extends Pick<Props, 'sends' | 'onAct'> {
  readonly view: SavedView;
  readonly first: boolean;
  readonly onFirst: (first: boolean) => void;
}

const SavedViewActions = ({
  view,
  first,
  onFirst,
  sends,
  onAct,
}: SavedViewActionsProps): ReactNode => (
  <div className="view-acts" role="group" aria-label={t('view.acts', { name: view.name })}>
    <IconButton
      aria-pressed={first}
      label={t(first ? 'view.noDefault' : 'view.makeDefault', { name: view.name })}
      title={t('view.default')}
      icon={first ? <StarFilled aria-hidden /> : <StarOutlined aria-hidden />}
      onClick={() => onFirst(!first)}
    />
    {sends ? (
      <IconButton
        label={t('view.schedule')}
        title={t('view.schedule')}
        icon={<ClockCircleOutlined aria-hidden />}
        onClick={() => onAct({ act: 'schedule', view, schedule: view.schedule })}
      />
    ) : null}
    {view.own ? (
      <>
        <IconButton
          label={t('view.share')}
          title={t('view.share')}
          icon={<ShareAltOutlined aria-hidden />}
          onClick={() => onAct({ act: 'share', view })}
        />
        <IconButton
          label={t('view.rename')}
          title={t('view.rename')}
          icon={<EditOutlined aria-hidden />}
          onClick={() => onAct({ act: 'rename', view })}
        />
        <IconButton
          danger
          label={t('act.delete')}
          title={t('act.delete')}
          icon={<DeleteOutlined aria-hidden />}
          onClick={() => confirmViewDeletion(view)}
        />
      </>
    ) : null}
  </div>
);

/** Lists everything scheduled for the user, with the last result. */
function Sent({ onAct }: Pick<Props, 'onAct'>): ReactNode {
  const { timeZone } = useSettings();
  const { data = [] } = useQuery({
    queryKey: [...VIEWS, 'sent'],
    queryFn: () => callEndpoint(viewSchedules, {}),
    staleTime: 0,
  });
  return (
    <section className="view-sent">
      <h3>{t('view.sentToMe')}</h3>
      {data.length === 0 ? <p className="quiet">{t('view.sentNone')}</p> : null}
      <ul className="view-list">
        {data.map((sent) => (
          <li key={sent.id}>
            <div className="view-said">
              <button
                type="button"
                className="link"
                onClick={() => onAct({ act: 'schedule', view: sent, schedule: sent })}
              >
                {sent.name}
              </button>
              <span className="quiet">
                {rhythmText(sent)} · {t('view.next', { time: timeText(sent.next, timeZone) })}
              </span>
              {sent.outcome === null ? null : (
                <span className={sent.outcome === 'sent' ? 'quiet' : 'view-not-sent'}>
                  {t('view.last', {
                    time: timeText(sent.outcomeTime ?? sent.next, timeZone),
                    outcome: t(`view.outcome.${sent.outcome}`),
                  })}
                </span>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
