import { apiVersion, apiVersions } from '@tradehouse/contract';
import { Descriptions, Typography } from 'antd';
import type { ReactNode } from 'react';
import { language } from '../app/session/language.ts';
import { t } from '../phrase/index.ts';

/** Lists the versions of the open API, newest first, with the rule of changes. */
export const ApiVersionList = (): ReactNode => (
  <section className="open-api-call open-api-versions">
    <Typography.Title level={2}>
      {t('openApi.versionNow', { version: apiVersion })}
    </Typography.Title>
    <Typography.Paragraph>{t('openApi.versionRule')}</Typography.Paragraph>
    <Descriptions
      bordered
      column={1}
      size="small"
      items={apiVersions.map(({ version, changes }) => ({
        key: version,
        label: version,
        children: changes[language],
      }))}
    />
  </section>
);
