import { pluginTable } from '@tradehouse/contract';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { List } from '../list/listPage.tsx';
import { t } from '../phrase/index.ts';

/** Explains why no plugins exist. */
export default function PluginList(): ReactNode {
  return (
    <div className="text-page">
      <Alert type="info" showIcon title={t('plugin.why')} />
      <List table={pluginTable} />
    </div>
  );
}
