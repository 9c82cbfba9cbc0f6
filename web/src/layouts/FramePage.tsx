import { Result } from 'antd';
import type { ReactNode } from 'react';
import { useTab } from '../app/tabs/tabs.ts';
import { t } from '../phrase/index.ts';

/** Frames of the product's own origin could access the page, so they get no origin. */
const sandboxRightsOf = (address: string): string =>
  [
    'allow-scripts allow-forms allow-popups allow-downloads',
    ...(new URL(address).origin === location.origin ? [] : ['allow-same-origin']),
  ].join(' ');

/**
 * Embeds another site's page, which may run scripts, keep a sign-in and submit forms, but neither reach nor
 * redirect this page.
 */
export function FramePage(): ReactNode {
  const { page } = useTab();
  if (page.frame === '')
    return <Result status="403" title={t('frame.refused')} subTitle={t('frame.refusedHint')} />;
  return (
    <iframe
      className="frame"
      title={page.text}
      src={page.frame}
      sandbox={sandboxRightsOf(page.frame)}
      referrerPolicy="no-referrer"
    />
  );
}
