import type { SessionUser } from '@tradehouse/contract';
import type { ComponentType, ReactNode } from 'react';
import { NoticeBell } from './NoticeBell.tsx';

export interface HeaderToolProps {
  readonly user: SessionUser;
  readonly mobile: boolean;
  readonly onOpen: (url: string) => void;
}

/** Tools between search and user menu: small buttons with accessible names. */
const tools: readonly ComponentType<HeaderToolProps>[] = [NoticeBell];

export const HeaderTools = (props: HeaderToolProps): ReactNode =>
  tools.map((Tool, place) => <Tool key={place} {...props} />);
