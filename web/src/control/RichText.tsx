import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { Suspense, lazy } from 'react';
import { createChunkLoader } from '../app/net/chunks.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import './richText.css';

const RichEditing = lazy(createChunkLoader(() => import('./RichEditing.tsx')));

export interface RichTextProps {
  readonly label: string;
  /** Receives the HTML after every change; '' if empty. Anyone storing the HTML sanitises it. */
  readonly onChange: (html: string) => void;
}

/** Editor of a text with bold and lists, loaded on first use. Pasted text loses its formats. */
export const RichText = (props: RichTextProps): ReactNode => (
  <div className="rich-text">
    <ErrorBoundary>
      <Suspense fallback={<Skeleton active paragraph={{ rows: 3 }} title={false} />}>
        <RichEditing {...props} />
      </Suspense>
    </ErrorBoundary>
  </div>
);
