import { Tag } from 'antd';
import type { ReactNode } from 'react';

/** Meaning of a state. Each meaning has one colour, always shown with a word. */
export type StatusMeaning = 'action' | 'done' | 'partial' | 'refused' | 'quiet';

const colours: Readonly<Record<StatusMeaning, string>> = {
  action: 'processing',
  done: 'success',
  partial: 'warning',
  refused: 'error',
  quiet: 'default',
};

export interface StatusTagProps {
  readonly meaning: StatusMeaning;
  readonly children: ReactNode;
}

/** State in a word, in the colour of its meaning. */
export function StatusTag({ meaning, children }: StatusTagProps): ReactNode {
  return (
    <Tag color={colours[meaning]} className="status">
      {children}
    </Tag>
  );
}
