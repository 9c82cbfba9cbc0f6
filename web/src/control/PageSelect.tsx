import { Select } from 'antd';
import type { ReactNode } from 'react';
import { pagesOfMenu, trailTo, visibleEntriesOf } from '../app/settings/menu.ts';
import { useMenu } from '../app/settings/permission.ts';
import { t } from '../phrase/index.ts';

interface PageSelectProps {
  readonly id?: string;
  readonly disabled?: boolean;
  /** Address of the page; '' for none. */
  readonly value?: string;
  readonly onChange?: (url: string) => void;
  /** Name of the choice of no page. */
  readonly none?: string;
}

/** Selects a page of the user's menu, with its groups, or none. */
export function PageSelect({
  value = '',
  none = t('landing.usual'),
  ...props
}: PageSelectProps): ReactNode {
  const menu = visibleEntriesOf(useMenu());
  const pages = pagesOfMenu(menu).map(({ url }) => ({
    value: url,
    label: trailTo(menu, url)
      .map(({ text }) => text)
      .join(' / '),
  }));
  // A page beyond the own menu keeps its address.
  const known = value === '' || pages.some((page) => page.value === value);
  return (
    <Select
      {...props}
      className="wide"
      showSearch={{ optionFilterProp: 'label' }}
      value={value}
      options={[{ value: '', label: none }, ...(known ? [] : [{ value, label: value }]), ...pages]}
    />
  );
}
