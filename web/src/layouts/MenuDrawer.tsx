import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { t } from '../phrase/index.ts';
import { LanguageSelect } from './LanguageSelect.tsx';
import { MenuColours } from './MenuColours.tsx';

interface MenuDrawerProps {
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** The menu of a phone. */
export default function MenuDrawer({ children, onClose }: MenuDrawerProps): ReactNode {
  return (
    <MenuColours>
      {/* It goes at once and not by its motion: a motion that a busy page breaks off would leave it standing. */}
      <Drawer
        open
        onClose={onClose}
        placement="left"
        size={240}
        className="menu-drawer"
        title={t('product.name')}
        footer={<LanguageSelect />}
      >
        {children}
      </Drawer>
    </MenuColours>
  );
}
