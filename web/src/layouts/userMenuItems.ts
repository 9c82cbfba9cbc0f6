import type { SessionUser } from '@tradehouse/contract';
import type { ComponentType, ReactNode } from 'react';
import { departItem } from './departItem.tsx';
import { securityItem } from './securityItem.tsx';

export interface UserDialogProps {
  readonly user: SessionUser;
  readonly onClose: () => void;
}

export interface UserMenuItem {
  readonly key: string;
  readonly icon: ReactNode;
  readonly label: () => string;
  /** True for users with access; absent: all. */
  readonly offered?: (user: SessionUser) => boolean;
  /** Rendered while open; closes through `onClose`. */
  readonly Dialog: ComponentType<UserDialogProps>;
}

/** Further lines of the user's menu, between the settings and the way out. */
export const userMenuItems: readonly UserMenuItem[] = [departItem, securityItem];
