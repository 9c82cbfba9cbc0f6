import DOMPurify from 'dompurify';
import type { ReactNode } from 'react';

/** Renders a message's HTML, sanitised by the server and again after the browser's parse. */
export default function MessageContent({ html }: { readonly html: string }): ReactNode {
  const clean = DOMPurify.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'input', 'img'],
    FORBID_ATTR: ['style', 'class', 'id'],
    ADD_ATTR: ['target'],
  });
  // oxlint-disable-next-line react/no-danger -- sanitised in the line above
  return <div className="message-content" dangerouslySetInnerHTML={{ __html: clean }} />;
}
