import type { MenuEntry, SessionUser } from '@tradehouse/contract';
import { Breadcrumb } from 'antd';
import type { ReactNode } from 'react';
import { HOME, trailTo } from '../app/settings/menu.ts';
import { useMenu } from '../app/settings/permission.ts';
import { t } from '../phrase/index.ts';
import { UserPicture } from './UserPicture.tsx';

export interface TrailProps {
  /** The url of the page in front. */
  readonly page: string;
  readonly title: string;
  readonly onOpen: (url: string) => void;
}

/** Renders the breadcrumb: home, the menu groups above the page, the page. */
export function BreadcrumbTrail({ page, title, onOpen }: TrailProps): ReactNode {
  const menu = useMenu();
  const steps: readonly MenuEntry[] = trailTo(menu, page);
  const own = steps.at(-1);
  return (
    <nav aria-label={t('shell.trail')} className="trail-nav">
      <Breadcrumb
        items={[
          {
            title:
              page === HOME ? (
                t('shell.home')
              ) : (
                <button type="button" className="link" onClick={() => onOpen(HOME)}>
                  {t('shell.home')}
                </button>
              ),
          },
          ...(page === HOME ? [] : steps.map(({ text }) => ({ title: text }))),
          ...(own === undefined || title === own.text || title === ''
            ? []
            : [{ title: title.replace(`${own.text} · `, '') }]),
        ]}
      />
    </nav>
  );
}

/** Header of a page without tabs: breadcrumb, title and user. */
export function PageHeader({
  user,
  ...trail
}: TrailProps & { readonly user: SessionUser }): ReactNode {
  return (
    <header className="page-header">
      <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" width={28} height={28} />
      <div className="page-header-words">
        <BreadcrumbTrail {...trail} />
        <p className="page-header-title">{trail.title}</p>
      </div>
      <UserPicture user={user} />
    </header>
  );
}
