import type { MouseEvent, ReactNode } from 'react';
import { useTabActions } from '../app/tabs/tabs.ts';

const BASE = import.meta.env.BASE_URL.replace(/\/$/, '');

/** Browser address of a page of the product. */
export const linkAddress = (url: string): string => `${BASE}${url}`;

/** Tests for a click left to the browser: new tab or window, or saving. */
export const opensByBrowser = ({
  button,
  ctrlKey,
  metaKey,
  shiftKey,
  altKey,
}: MouseEvent): boolean => button !== 0 || ctrlKey || metaKey || shiftKey || altKey;

interface Props {
  /** An address within the product. */
  readonly url: string;
  readonly className?: string;
  readonly title?: string;
  /** Default: opens the page in a tab of the product. */
  readonly onOpen?: (url: string) => void;
  readonly children: ReactNode;
}

/** Link to a page of the product: a plain click opens a tab here, others are the browser's. */
export function PageLink({ url, className = 'link', title, onOpen, children }: Props): ReactNode {
  const { open } = useTabActions();
  return (
    <a
      className={className}
      title={title}
      href={linkAddress(url)}
      onClick={(event) => {
        if (opensByBrowser(event)) return;
        event.preventDefault();
        (onOpen ?? open)(url);
      }}
    >
      {children}
    </a>
  );
}
