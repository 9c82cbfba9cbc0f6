import { Result } from 'antd';
import type { ReactNode } from 'react';
import { useTab } from '../app/tabs/tabs.ts';
import { t } from '../phrase/index.ts';

/** A frame of this product's own address would be one with the page: it gets no origin. */
const rights = (address: string): string =>
  [
    'allow-scripts allow-forms allow-popups allow-downloads',
    ...(new URL(address).origin === location.origin ? [] : ['allow-same-origin']),
  ].join(' ');

/**
 * Another site's page within this one. It may run its own scripts, keep its own sign-in and send its forms, but neither
 * reach this page nor lead it elsewhere.
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
      sandbox={rights(page.frame)}
      referrerPolicy="no-referrer"
    />
  );
}
