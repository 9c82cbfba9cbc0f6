import type { SessionUser } from '@tradehouse/contract';
import type { ComponentType, ReactNode } from 'react';
import { NoticeBell } from './NoticeBell.tsx';

export interface HeaderToolProps {
  readonly user: SessionUser;
  readonly mobile: boolean;
  /** Brings a url of this product to the front, in a tab of its own. */
  readonly onOpen: (url: string) => void;
}

/** What stands in the header between the search and the user's menu: small buttons, each with a name for those who can't see it. */
const tools: readonly ComponentType<HeaderToolProps>[] = [NoticeBell];

export const HeaderTools = (props: HeaderToolProps): ReactNode =>
  tools.map((Tool, place) => <Tool key={place} {...props} />);
