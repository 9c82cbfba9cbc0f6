import type { MouseEvent, ReactNode } from 'react';
import { useTabs } from '../app/tabs/tabs.ts';

const BASE = import.meta.env.BASE_URL.replace(/\/$/, '');

/** The browser opens a link by itself: in another tab or window, or to save it. */
const isBrowsers = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || ctrlKey || metaKey || shiftKey || altKey;

interface Props {
  /** An address within the product. */
  readonly url: string;
  /** Default: opens it in a tab of the product. */
  readonly onOpen?: (url: string) => void;
  readonly children: ReactNode;
}

/** An address of the product: a plain click opens it in a tab here, any other click is the browser's. */
export function PageLink({ url, onOpen, children }: Props): ReactNode {
  const { open } = useTabs();
  return (
    <a
      className="link"
      href={`${BASE}${url}`}
      onClick={(event) => {
        if (isBrowsers(event)) return;
        event.preventDefault();
        (onOpen ?? open)(url);
      }}
    >
      {children}
    </a>
  );
}
