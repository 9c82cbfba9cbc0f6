import { QueryClientProvider } from '@tanstack/react-query';
import { App as Notices, ConfigProvider } from 'antd';
import type { ConfigProviderProps } from 'antd';
import type { ReactNode } from 'react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadPhrases, t } from '../phrase/index.ts';
import { language } from './language.ts';
import { provideNotices } from './notices.ts';
import { sendPreferencesOnLeaving } from './preferences.ts';
import { queryClient } from './query.ts';
import { Routing } from './Routing.tsx';
import { defaultLook, themeOf } from './theme.ts';

type Locale = NonNullable<ConfigProviderProps['locale']>;

/** antd's and the calendar's own words in the chosen language. */
async function loadLocale(): Promise<Locale> {
  if (language === 'en') return (await import('antd/locale/en_US')).default;
  const [locale, dayjs] = await Promise.all([
    import('antd/locale/zh_CN'),
    import('dayjs'),
    import('dayjs/locale/zh-cn'),
  ]);
  dayjs.default.locale('zh-cn');
  return locale.default;
}

function NoticesHost({ children }: { readonly children: ReactNode }): ReactNode {
  provideNotices(Notices.useApp());
  return children;
}

/** Draws the product into the page, in the chosen language. */
export async function boot(root: Element): Promise<void> {
  const [locale] = await Promise.all([loadLocale(), loadPhrases(language)]);
  document.documentElement.lang = language === 'en' ? 'en' : 'zh-CN';
  document.title = t('product.name');
  sendPreferencesOnLeaving();
  createRoot(root).render(
    <StrictMode>
      <ConfigProvider
        locale={locale}
        theme={themeOf(defaultLook)}
        button={{ autoInsertSpace: false }}
      >
        <Notices className="app">
          <NoticesHost>
            <QueryClientProvider client={queryClient}>
              <Routing />
            </QueryClientProvider>
          </NoticesHost>
        </Notices>
      </ConfigProvider>
    </StrictMode>,
  );
}
