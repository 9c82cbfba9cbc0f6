import type { SessionUser } from '@tradehouse/contract';
import type { ComponentType, ReactNode } from 'react';
import { memo } from 'react';
import { TermBanner } from './TermBanner.tsx';
import { ViewingBanner } from './ViewingBanner.tsx';

export interface BannerProps {
  readonly user: SessionUser;
}

/**
 * Lines above every page that say what is different about this sign-in. Each draws an antd `Alert` with `banner`, or
 * null when it has nothing to say; several stand below each other in this order.
 */
const banners: readonly ComponentType<BannerProps>[] = [ViewingBanner, TermBanner];

/** What every page of this sign-in stands under. */
export const Banners = memo(({ user }: BannerProps): ReactNode =>
  banners.map((Banner, place) => <Banner key={place} user={user} />),
);
