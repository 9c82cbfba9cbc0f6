import type { ReactNode } from 'react';
import { t } from '../phrase/index.ts';

/** Heading of a column of self-explanatory buttons: read aloud, not visible. */
export const actsTitle = (): ReactNode => <span className="unseen">{t('act.actions')}</span>;
