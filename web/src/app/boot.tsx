import { QueryClientProvider } from '@tanstack/react-query';
import { App as Notices, ConfigProvider } from 'antd';
import type { ConfigProviderProps } from 'antd';
import type { ReactNode } from 'react';
import { StrictMode, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { loadPhrases, t } from '../phrase/index.ts';
import { shell } from '../layouts/shellPart.ts';
import { language } from './session/language.ts';
import { session } from './session/session.ts';
import { still, useDark, useLook } from './theme/look.ts';
import { provideNotices } from './notices.ts';
import { sendPreferencesOnLeaving } from './settings/preferences.ts';
import { queryClient } from './net/query.ts';
import { Routing } from './Routing.tsx';
import { themeOf } from './theme/theme.ts';

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

/** Where a line begins, in pixels: it covers neither the header's search and menus nor the tabs. */
const BELOW_TABS = 112;

function NoticesHost({ children }: { readonly children: ReactNode }): ReactNode {
  provideNotices(Notices.useApp());
  return children;
}

interface ThemedProps {
  readonly locale: Locale;
  readonly children: ReactNode;
}

/** The page in the colours that were chosen; what is the browser's own (scroll bars, fields) follows. */
function Themed({ locale, children }: ThemedProps): ReactNode {
  const { colour, weak } = useLook();
  const dark = useDark();
  useLayoutEffect(() => {
    document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
    document
      .querySelector('meta[name="theme-color"]')
      ?.setAttribute('content', dark ? '#141414' : colour);
  }, [dark, colour]);
  return (
    <ConfigProvider
      locale={locale}
      theme={themeOf({ dark, colour, weak, still })}
      button={{ autoInsertSpace: false }}
      wave={{ disabled: still }}
    >
      <Notices
        className={weak ? 'app weak' : 'app'}
        message={{ top: BELOW_TABS }}
        // At the foot on the left a notice hides no button of a dialog: these stand above or on the right.
        notification={{ placement: 'bottomLeft' }}
      >
        {children}
      </Notices>
    </ConfigProvider>
  );
}

/** Draws the product into the page, in the chosen language. */
export async function boot(root: Element): Promise<void> {
  // What fails to come is fetched again where it is drawn, and said there.
  if (session() !== null) void shell.load().catch(() => undefined);
  const [locale] = await Promise.all([loadLocale(), loadPhrases(language)]);
  document.documentElement.lang = language === 'en' ? 'en' : 'zh-CN';
  document.title = t('product.name');
  sendPreferencesOnLeaving();
  createRoot(root).render(
    <StrictMode>
      <Themed locale={locale}>
        <NoticesHost>
          <QueryClientProvider client={queryClient}>
            <Routing />
          </QueryClientProvider>
        </NoticesHost>
      </Themed>
    </StrictMode>,
  );
}
