import { MenuFoldOutlined, MenuUnfoldOutlined, QuestionCircleOutlined } from '@ant-design/icons';
import type { SessionUser } from '@tradehouse/contract';
import { Button, Layout } from 'antd';
import type { ReactNode, Ref } from 'react';
import { IconButton } from '../control/IconButton.tsx';
import { useSettings } from '../app/settings/settings.ts';
import { useShellSettings } from '../app/settings/shellSettings.ts';
import { t } from '../phrase/index.ts';
import { HeaderTools } from './HeaderTools.tsx';
import { LanguageSelect } from './LanguageSelect.tsx';
import { MENU_COLOURS } from './MenuColours.tsx';
import { HeaderSearch } from './search/HeaderSearch.tsx';
import { UserMenu } from './UserMenu.tsx';

export interface HeaderProps {
  readonly user: SessionUser;
  readonly mobile: boolean;
  /** True: menu in a line below; false: beside the page. */
  readonly top: boolean;
  /** The page was scrolled and has the header's place. */
  readonly away: boolean;
  readonly trail: ReactNode;
  readonly toggle: Ref<HTMLButtonElement>;
  readonly collapsed: boolean;
  readonly dirty: number;
  readonly onToggle: () => void;
  readonly onOpen: (url: string) => void;
  readonly onHelp: () => void;
  readonly onLook: () => void;
  readonly onLeft: () => void;
}

/** Renders the logo and, space permitting, the name. */
export const Brand = ({ folded }: { readonly folded: boolean }): ReactNode => (
  <div className="brand">
    <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" width={28} height={28} />
    {folded ? null : <span>{t('product.name')}</span>}
  </div>
);

/** The operator's own help, in another window. */
function HelpLink(): ReactNode {
  const { helpUrl } = useShellSettings();
  if (!/^https?:/i.test(helpUrl)) return null;
  return (
    <Button
      type="text"
      href={helpUrl}
      target="_blank"
      rel="noopener noreferrer"
      icon={<QuestionCircleOutlined aria-hidden />}
      aria-label={t('shell.help')}
      title={t('shell.help')}
    />
  );
}

function HeaderCompany({ user }: Pick<HeaderProps, 'user'>): ReactNode {
  const { companyName } = useSettings();
  return <span className="company">{companyName || user.tenantName}</span>;
}

/** Menu toggle, company, trail, search, tools, language and user; with a menu on top the sign. */
export function Header(props: HeaderProps): ReactNode {
  const { user, mobile, collapsed, top, toggle, onToggle, onOpen } = props;
  return (
    <Layout.Header
      className={['header', props.away ? 'away' : '', top ? MENU_COLOURS : ''].join(' ')}
    >
      {top ? (
        <Brand folded={false} />
      ) : (
        <IconButton
          ref={toggle}
          label={t('shell.toggle')}
          aria-expanded={!collapsed}
          icon={collapsed ? <MenuUnfoldOutlined aria-hidden /> : <MenuFoldOutlined aria-hidden />}
          onClick={onToggle}
        />
      )}
      {mobile ? null : <HeaderCompany user={user} />}
      {props.trail}
      <div className="header-end">
        <HeaderSearch mobile={mobile} onOpen={onOpen} />
        <HeaderTools user={user} mobile={mobile} onOpen={onOpen} />
        <HelpLink />
        {mobile ? null : <LanguageSelect />}
        <UserMenu
          user={user}
          mobile={mobile}
          dirty={props.dirty}
          onHelp={props.onHelp}
          onLook={props.onLook}
          onLeft={props.onLeft}
        />
      </div>
    </Layout.Header>
  );
}
