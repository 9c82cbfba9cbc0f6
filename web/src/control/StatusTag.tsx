import { Tag } from 'antd';
import type { ReactNode } from 'react';

/** What a state means; each has one colour (look.md) and never stands without its word. */
export type Meaning = 'action' | 'done' | 'partial' | 'refused' | 'quiet';

const colours: Readonly<Record<Meaning, string>> = {
  action: 'processing',
  done: 'success',
  partial: 'warning',
  refused: 'error',
  quiet: 'default',
};

export interface StatusTagProps {
  readonly meaning: Meaning;
  readonly children: ReactNode;
}

/** A state as a word in the colour of what it means. */
export function StatusTag({ meaning, children }: StatusTagProps): ReactNode {
  return (
    <Tag color={colours[meaning]} className="status">
      {children}
    </Tag>
  );
}
