import { ApartmentOutlined } from '@ant-design/icons';
import { lazy } from 'react';
import { createChunkLoader } from '../app/net/chunks.ts';
import { t } from '../phrase/index.ts';
import type { UserMenuItem } from './userMenuItems.ts';

// Loaded on demand: seldom opened, and the select is large.
const DepartSelect = lazy(createChunkLoader(() => import('./DepartSelect.tsx')));

/** Switching institutions, in the user's menu. */
export const departItem: UserMenuItem = {
  key: 'department',
  icon: <ApartmentOutlined aria-hidden />,
  label: () => t('depart.menu'),
  Dialog: DepartSelect,
};
