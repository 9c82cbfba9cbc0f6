import { SafetyOutlined } from '@ant-design/icons';
import { lazy, Suspense } from 'react';
import { chunk } from '../app/net/chunks.ts';
import { t } from '../phrase/index.ts';
import { Away } from './Splash.tsx';
import type { UserDialogProps, UserMenuItem } from './userMenuItems.ts';

// Opened seldom, and the QR code is not small: it comes when it is asked for.
const SecurityDialog = lazy(chunk(() => import('./security/SecurityDialog.tsx')));

/** The own account: second factor and where one is signed in. */
export const securityItem: UserMenuItem = {
  key: 'security',
  icon: <SafetyOutlined aria-hidden />,
  label: () => t('security.title'),
  Dialog: (props: UserDialogProps) => (
    <Suspense fallback={<Away />}>
      <SecurityDialog {...props} />
    </Suspense>
  ),
};
