import type { PartnerType } from '@tradehouse/contract';
import { partnerPages } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { useMay } from '../../app/settings/permission.ts';
import { PageLink } from '../../control/PageLink.tsx';

interface PartnerNameProps {
  readonly type: PartnerType;
  readonly id: string | null;
  readonly name: string | null;
}

/** Renders a partner's name, linked to the partner for users with access. */
export function PartnerName({ type, id, name }: PartnerNameProps): ReactNode {
  const page = partnerPages[type];
  const may = useMay();
  if (id === null || !may(page)) return name;
  return <PageLink url={`${page}/${id}`}>{name}</PageLink>;
}
