import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import type { SessionUser } from '@tradehouse/contract';
import { Button, Layout } from 'antd';
import type { ReactNode } from 'react';
import { useSettings } from '../app/settings.ts';
import { t } from '../phrase/index.ts';
import { HeaderTools } from './HeaderTools.tsx';
import { LanguageSelect } from './LanguageSelect.tsx';
import { PageSearch } from './PageSearch.tsx';
import { UserMenu } from './UserMenu.tsx';

export interface HeaderProps {
  readonly user: SessionUser;
  readonly mobile: boolean;
  readonly collapsed: boolean;
  readonly dirty: number;
  readonly onToggle: () => void;
  readonly onOpen: (url: string) => void;
  readonly onHelp: () => void;
  readonly onLeft: () => void;
}

/** Menu toggle, whose company this is, page search, language and user. */
export function Header(props: HeaderProps): ReactNode {
  const { user, mobile, collapsed, onToggle, onOpen } = props;
  const { companyName } = useSettings();
  return (
    <Layout.Header className="header">
      <Button
        type="text"
        aria-label={t('shell.toggle')}
        aria-expanded={!collapsed}
        icon={collapsed ? <MenuUnfoldOutlined aria-hidden /> : <MenuFoldOutlined aria-hidden />}
        onClick={onToggle}
      />
      <span className="company">{mobile ? t('product.name') : companyName || user.tenantName}</span>
      <PageSearch mobile={mobile} onOpen={onOpen} />
      <HeaderTools user={user} mobile={mobile} onOpen={onOpen} />
      {mobile ? null : <LanguageSelect />}
      <UserMenu
        user={user}
        mobile={mobile}
        dirty={props.dirty}
        onHelp={props.onHelp}
        onLeft={props.onLeft}
      />
    </Layout.Header>
  );
}
