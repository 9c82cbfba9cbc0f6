import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { t } from '../phrase/index.ts';
import { LanguageSelect } from './LanguageSelect.tsx';

/** The frame of the pages before the sign-in. */
export const UserLayout = (): ReactNode => (
  <div className="user-layout">
    <header className="user-language">
      <LanguageSelect />
    </header>
    <main className="user-card">
      <div className="user-brand">
        <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" width={44} height={44} />
        <h1>{t('product.name')}</h1>
        <p>{t('login.slogan')}</p>
      </div>
      <Outlet />
    </main>
    <footer className="user-foot">{t('product.version')}</footer>
  </div>
);
