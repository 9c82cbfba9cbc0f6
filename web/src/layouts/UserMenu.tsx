import {
  DownOutlined,
  KeyOutlined,
  LogoutOutlined,
  QuestionCircleOutlined,
  SettingOutlined,
} from '@ant-design/icons';
import type { SessionUser } from '@tradehouse/contract';
import { Button, Dropdown, Modal } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { greetedName, greetingKey } from '../app/session/greeting.ts';
import { getNotices } from '../app/notices.ts';
import { signOut } from '../app/settings/signOut.ts';
import { t } from '../phrase/index.ts';
import { LazyDialog } from './LazyDialog.tsx';
import { MenuColours } from './MenuColours.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { UserPicture } from './UserPicture.tsx';
import type { UserMenuItem } from './userMenuItems.ts';
import { userMenuItems } from './userMenuItems.ts';

export interface UserMenuProps {
  readonly user: SessionUser;
  readonly mobile: boolean;
  /** Pages with unsaved input. */
  readonly dirty: number;
  readonly onHelp: () => void;
  readonly onLook: () => void;
  readonly onLeft: () => void;
}

/** Asks before the session ends: pages may have unsaved input. */
const askToLeave = ({ dirty, onLeft }: UserMenuProps): void =>
  void getNotices().modal.confirm({
    title: t('shell.signOutAsk'),
    content: dirty === 0 ? null : t('shell.signOutDirty', { n: dirty }),
    okText: t('shell.signOut'),
    onOk: async () => {
      if (!(await signOut({ byWill: true }))) getNotices().message.error(t('shell.signOutFailed'));
      onLeft();
    },
  });

/** Greeting, password change and the way out. */
export function UserMenu(props: UserMenuProps): ReactNode {
  const { user, mobile, onHelp, onLook, onLeft } = props;
  const [changing, setChanging] = useState(false);
  const [open, setOpen] = useState<UserMenuItem | null>(null);
  const further = userMenuItems.filter(({ offered }) => offered?.(user) ?? true);
  const [greeting] = useState(() => t(greetingKey(new Date().getHours())));
  const name = greetedName(user);
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            { key: 'look', icon: <SettingOutlined aria-hidden />, label: t('look.title') },
            { key: 'password', icon: <KeyOutlined aria-hidden />, label: t('password.title') },
            ...further.map(({ key, icon, label }) => ({ key, icon, label: label() })),
            { key: 'help', icon: <QuestionCircleOutlined aria-hidden />, label: t('help.title') },
            { type: 'divider' },
            { key: 'leave', icon: <LogoutOutlined aria-hidden />, label: t('shell.signOut') },
          ],
          onClick: ({ key }) => {
            if (key === 'look') onLook();
            else if (key === 'password') setChanging(true);
            else if (key === 'help') onHelp();
            else if (key === 'leave') askToLeave(props);
            else setOpen(further.find((item) => item.key === key) ?? null);
          },
        }}
      >
        <Button type="text" title={t('shell.user')} aria-haspopup="menu" className="user-button">
          {mobile || user.pictureId ? <UserPicture user={user} size={24} /> : null}
          {mobile ? (
            <span className="unseen">{name}</span>
          ) : (
            <span>{t('greeting.named', { greeting, name })}</span>
          )}
          {mobile ? null : <DownOutlined aria-hidden />}
        </Button>
      </Dropdown>
      <MenuColours on={false}>
        {open === null ? null : (
          <LazyDialog title={open.label()} onClose={() => setOpen(null)}>
            <open.Dialog user={user} onClose={() => setOpen(null)} />
          </LazyDialog>
        )}
        <Modal
          title={t('password.title')}
          width={800}
          open={changing}
          footer={null}
          destroyOnHidden
          onCancel={() => setChanging(false)}
        >
          <PasswordForm
            user={user}
            old={null}
            onChanged={() => {
              getNotices().message.success(t('password.changed'));
              void signOut({ byWill: false }).then(onLeft);
            }}
          />
        </Modal>
      </MenuColours>
    </>
  );
}
