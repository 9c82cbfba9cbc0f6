import type { ReactNode } from 'react';
import { lazy, Suspense } from 'react';
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router';
import { Splash } from '../layouts/Splash.tsx';
import { shell } from '../layouts/shellPart.ts';
import { UserLayout } from '../layouts/UserLayout.tsx';
import Login from '../views/user/Login.tsx';
import { ErrorBoundary } from '../control/ErrorBoundary.tsx';
import { chunk, part } from './net/chunks.ts';
import { useSession } from './session/session.ts';

const RegisterResult = lazy(chunk(() => import('../views/user/RegisterResult.tsx')));
const ExceptionPage = lazy(
  part(
    () => import('../layouts/ExceptionPage.tsx'),
    (file) => file.ExceptionPage,
  ),
);

/** Everything behind the sign-in; without one, the login page (spec §2), which leads back here. */
function SignedIn(): ReactNode {
  const { pathname, search } = useLocation();
  if (useSession() !== null) return <shell.Part />;
  return <Navigate to="/user/login" state={{ wanted: pathname + search }} replace />;
}

/** The fixed routes; all the others come from the menu, inside the shell. */
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
          {(['403', '404', '500'] as const).map((code) => (
            <Route key={code} path={`/${code}`} element={<ExceptionPage code={code} />} />
          ))}
          <Route path="*" element={<SignedIn />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  </BrowserRouter>
);
