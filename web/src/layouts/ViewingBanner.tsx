import { EyeOutlined } from '@ant-design/icons';
import { logout } from '@tradehouse/contract';
import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import { call } from '../app/net/client.ts';
import { endViewing, viewer } from '../app/session/session.ts';
import { t } from '../phrase/index.ts';
import type { BannerProps } from './Banners.tsx';

/** Ends the look through other eyes; the page starts again, so that nothing of it stays on screen. */
async function stopLooking(): Promise<void> {
  await call(logout, {}, { quiet: true }).catch(() => undefined);
  endViewing();
  globalThis.location.assign(import.meta.env.BASE_URL);
}

/** Says whose eyes these are, and ends it. */
export function ViewingBanner({ user }: BannerProps): ReactNode {
  if (viewer() === null) return null;
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
