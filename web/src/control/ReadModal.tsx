import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { PaneModal } from './PaneModal.tsx';

interface Props<Reply> {
  /** Title until loaded. */
  readonly title: string;
  readonly width: number;
  readonly onCancel: () => void;
  readonly queryKey: readonly unknown[];
  readonly read: () => Promise<Reply>;
  /** The dialog itself. */
  readonly children: (reply: Reply) => ReactNode;
}

/**
 * Dialog of its own tab that starts with the server's current state: read on opening, forgotten on closing.
 */
export function ReadModal<Reply>({
  title,
  width,
  onCancel,
  queryKey,
  read,
  children,
}: Props<Reply>): ReactNode {
  const { data, error } = useQuery({
    queryKey,
    queryFn: read,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (data !== undefined) return children(data);
  return (
    <PaneModal title={title} width={width} onCancel={onCancel}>
      {error === null ? <Skeleton active /> : <Alert type="error" title={error.message} />}
    </PaneModal>
  );
}
