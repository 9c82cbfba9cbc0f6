import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { Suspense, lazy } from 'react';
import { chunk } from '../app/net/chunks.ts';
import './richText.css';

const RichEditing = lazy(chunk(() => import('./RichEditing.tsx')));

export interface RichTextProps {
  readonly label: string;
  /** Told the HTML as it stands, after every change; '' where nothing is written. Anyone who keeps it sanitises it. */
  readonly onChange: (html: string) => void;
}

/** Formatted text, from bold to lists; its editor is loaded with the first. What is pasted comes as plain text. */
export const RichText = (props: RichTextProps): ReactNode => (
  <div className="rich-text">
    <Suspense fallback={<Skeleton active paragraph={{ rows: 3 }} title={false} />}>
      <RichEditing {...props} />
    </Suspense>
  </div>
);
