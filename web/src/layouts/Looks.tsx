import type { ReactNode } from 'react';
import { Suspense, lazy, memo, useState } from 'react';
import { chunk } from '../app/net/chunks.ts';
import type { SettingsDrawerProps } from './SettingsDrawer.tsx';
import { Away } from './Splash.tsx';

const SettingsDrawer = lazy(chunk(() => import('./SettingsDrawer.tsx')));

/** Interface settings. Opened seldom, they come when they are asked for, and stay to close as they opened. */
export const Looks = memo(function LooksOnceAsked(props: SettingsDrawerProps): ReactNode {
  const [asked, setAsked] = useState(false);
  if (props.open && !asked) setAsked(true);
  return asked ? (
    <Suspense fallback={<Away />}>
      <SettingsDrawer {...props} />
    </Suspense>
  ) : null;
});
