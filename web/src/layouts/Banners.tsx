import type { SessionUser } from '@tradehouse/contract';
import type { ComponentType, ReactNode } from 'react';
import { memo } from 'react';
import { TermBanner } from './TermBanner.tsx';
import { ViewingBanner } from './ViewingBanner.tsx';

export interface BannerProps {
  readonly user: SessionUser;
}

/**
 * Banners about a special state of this sign-in, above every page. Each draws an antd `Alert` with
 * `banner`, or null; several stack in this order.
 */
const banners: readonly ComponentType<BannerProps>[] = [ViewingBanner, TermBanner];

export const Banners = memo(({ user }: BannerProps): ReactNode =>
  banners.map((Banner, place) => <Banner key={place} user={user} />),
);
