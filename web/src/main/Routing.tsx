import type { ReactNode } from 'react';
import { lazy, Suspense } from 'react';
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router';
import { Splash } from '../layouts/Splash.tsx';
import { LazyExceptionPage, shell } from '../layouts/shellPart.ts';
import { UserLayout } from '../layouts/UserLayout.tsx';
import type { ExceptionPageProps } from '../control/ExceptionPage.tsx';
import Login from '../signIn/LoginPage.tsx';
import { ErrorBoundary } from '../control/ErrorBoundary.tsx';
import { createChunkLoader } from '../app/net/chunks.ts';
import { useSession } from '../app/session/session.ts';
import { MISSING_PAGE } from '../app/settings/menu.ts';

const RegisterResult = lazy(createChunkLoader(() => import('../signIn/RegisterResultPage.tsx')));

const ErrorPage = ({ code }: ExceptionPageProps): ReactNode => (
  <main>
    <LazyExceptionPage code={code} />
  </main>
);

/**
 * Renders the shell, or without a sign-in the login page, which leads back here. A missing page
 * stands within the shell, so that the open pages and the menu stay.
 */
function SignedIn(): ReactNode {
  const { pathname, search } = useLocation();
  if (useSession() !== null) return <shell.Part />;
  if (pathname === MISSING_PAGE) return <ErrorPage code="404" />;
  return <Navigate to="/user/login" state={{ wanted: pathname + search }} replace />;
}

/** Fixed routes; all other routes come from the menu, inside the shell. */
export const Routing = (): ReactNode => (
  <BrowserRouter basename={import.meta.env.BASE_URL.replace(/\/$/, '')} useTransitions={false}>
    <ErrorBoundary>
      <Suspense fallback={<Splash />}>
        <Routes>
          <Route path="/user" element={<UserLayout />}>
            <Route index element={<Navigate to="/user/login" replace />} />
            <Route path="login" element={<Login />} />
            <Route path="register-result" element={<RegisterResult />} />
          </Route>
          {(['403', '500'] as const).map((code) => (
            <Route key={code} path={`/${code}`} element={<ErrorPage code={code} />} />
          ))}
          <Route path="*" element={<SignedIn />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  </BrowserRouter>
);
