import { SafetyOutlined } from '@ant-design/icons';
import { lazy } from 'react';
import { createChunkLoader } from '../app/net/chunks.ts';
import { t } from '../phrase/index.ts';
import type { UserMenuItem } from './userMenuItems.ts';

// Loaded on demand: seldom opened, and the QR code is large.
const SecurityDialog = lazy(createChunkLoader(() => import('./security/SecurityDialog.tsx')));

export const securityItem: UserMenuItem = {
  key: 'security',
  icon: <SafetyOutlined aria-hidden />,
  label: () => t('security.title'),
  Dialog: SecurityDialog,
};
