import { ConfigProvider } from 'antd';
import useAppStyle from 'antd/es/app/style';
import type { ConfigProviderProps } from 'antd';
import type { ReactNode } from 'react';
import { StrictMode, Suspense, useLayoutEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { loadSignInPhrases, t } from '../phrase/index.ts';
import { noticesHost, shell } from '../layouts/shellPart.ts';
import { language } from '../app/session/language.ts';
import { getSession, useSession } from '../app/session/session.ts';
import { still, useDark, useLook } from '../app/theme/look.ts';
import { failNotices, useNoticesRequested } from '../app/notices.ts';
import { ErrorBoundary } from '../control/ErrorBoundary.tsx';
import { Routing } from './Routing.tsx';
import { themeOf } from '../app/theme/theme.ts';

type Locale = NonNullable<ConfigProviderProps['locale']>;

/** antd's own words in the chosen language. */
const loadLocale = async (): Promise<Locale> =>
  (language === 'en' ? await import('antd/locale/en_US') : await import('antd/locale/zh_CN'))
    .default;

/** Ends the waiting notices; the next notice fetches the library again. */
function failNoticesPlace(): void {
  noticesHost.forgetFailure();
  failNotices();
}

/** Draws messages, notices and questions: for a session, and from the first one on the sign-in page. */
function NoticesPlace(): ReactNode {
  const signedIn = useSession() !== null;
  // The notice that a session has ended outlives the session.
  const [wasSignedIn, setWasSignedIn] = useState(signedIn);
  if (signedIn && !wasSignedIn) setWasSignedIn(true);
  const requested = useNoticesRequested();
  // A library that cannot be loaded must not take the page with it; the next notice draws it again.
  return requested > 0 || signedIn || wasSignedIn ? (
    <ErrorBoundary key={requested} renderFailure={() => null} onFailure={failNoticesPlace}>
      <Suspense fallback={null}>
        <noticesHost.Part />
      </Suspense>
    </ErrorBoundary>
  ) : null;
}

/** Root element with the variables and the font of antd's theme. */
function ThemedRoot({ weak, children }: ThemedRootProps): ReactNode {
  const [styles, variables] = useAppStyle('ant-app');
  return (
    <div className={`ant-app ${styles} ${variables} app${weak ? ' weak' : ''}`}>{children}</div>
  );
}

interface ThemedRootProps {
  readonly weak: boolean;
  readonly children: ReactNode;
}

interface ThemedProps {
  readonly locale: Locale;
  readonly children: ReactNode;
}

/** Applies the chosen colours; native elements (scroll bars, fields) follow. */
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
      <ThemedRoot weak={weak}>
        <NoticesPlace />
        {children}
      </ThemedRoot>
    </ConfigProvider>
  );
}

/** Draws the product into the page, in the chosen language. */
export async function bootApp(root: Element): Promise<void> {
  // The drawing component repeats and reports a failed load.
  if (getSession() !== null) void shell.load().catch(() => undefined);
  const [locale] = await Promise.all([loadLocale(), loadSignInPhrases(language)]);
  document.documentElement.lang = language === 'en' ? 'en' : 'zh-CN';
  document.title = t('product.name');
  createRoot(root).render(
    <StrictMode>
      <Themed locale={locale}>
        <Routing />
      </Themed>
    </StrictMode>,
  );
}
