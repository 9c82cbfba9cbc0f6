import { Typography } from 'antd';
import { getNotices } from '../app/notices.ts';
import { t } from '../phrase/index.ts';

/** Shows a first password, once only. Null: already shown. */
export const tellFirstPassword = (name: string, password: string | null): void => {
  getNotices().modal.success({
    title: t('tenant.passwordTitle', { name }),
    content:
      password === null ? (
        t('tenant.passwordGone')
      ) : (
        <>
          <Typography.Paragraph copyable code>
            {password}
          </Typography.Paragraph>
          {t('tenant.passwordOnce')}
        </>
      ),
  });
};
