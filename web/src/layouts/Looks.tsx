import type { ReactNode } from 'react';
import { lazy, memo, useState } from 'react';
import { createChunkLoader } from '../app/net/chunks.ts';
import { t } from '../phrase/index.ts';
import { LazyDialog } from './LazyDialog.tsx';
import type { SettingsDrawerProps } from './SettingsDrawer.tsx';

const SettingsDrawer = lazy(createChunkLoader(() => import('./SettingsDrawer.tsx')));

/** Interface settings. Seldom used, so loaded on first opening; then mounted, so that closing is animated. */
export const Looks = memo(function LooksOnceAsked(props: SettingsDrawerProps): ReactNode {
  const [asked, setAsked] = useState(false);
  if (props.open && !asked) setAsked(true);
  return asked ? (
    <LazyDialog title={t('look.title')} open={props.open} onClose={props.onClose}>
      <SettingsDrawer {...props} />
    </LazyDialog>
  ) : null;
});
