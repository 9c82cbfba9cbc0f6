import { EyeOutlined } from '@ant-design/icons';
import { logout } from '@tradehouse/contract';
import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { endViewing, readViewerSession } from '../app/session/session.ts';
import { t } from '../phrase/index.ts';
import type { BannerProps } from './Banners.tsx';

/** Ends viewing with another user's rights; the page reloads, so that nothing remains on screen. */
async function stopLooking(): Promise<void> {
  await callEndpoint(logout, {}, { quiet: true }).catch(() => undefined);
  endViewing();
  globalThis.location.assign(import.meta.env.BASE_URL);
}

/** Shows whose rights are in use, and ends the view. */
export function ViewingBanner({ user }: BannerProps): ReactNode {
  if (readViewerSession() === null) return null;
  const name = user.username || user.loginName;
  return (
    <Alert
      banner
      type="warning"
      icon={<EyeOutlined aria-hidden />}
      title={t('viewing.banner', { name })}
      action={
        <Button size="small" onClick={() => void stopLooking()}>
          {t('viewing.end')}
        </Button>
      }
    />
  );
}
