import type { SessionUser } from '@tradehouse/contract';
import type { ComponentType, ReactNode } from 'react';
import { departItem } from './DepartSelect.tsx';
import { securityItem } from './securityItem.tsx';

export interface UserDialogProps {
  readonly user: SessionUser;
  readonly onClose: () => void;
}

/** A line of the user's menu and the dialog it opens. */
export interface UserMenuItem {
  readonly key: string;
  readonly icon: ReactNode;
  readonly label: () => string;
  /** Whom it is offered; absent: everybody. */
  readonly offered?: (user: SessionUser) => boolean;
  /** Drawn while it is open; it closes itself with `onClose`. */
  readonly Dialog: ComponentType<UserDialogProps>;
}

/** Further lines of the user's menu, between the settings and the way out. */
export const userMenuItems: readonly UserMenuItem[] = [departItem, securityItem];
