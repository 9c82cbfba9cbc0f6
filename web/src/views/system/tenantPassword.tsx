import { Typography } from 'antd';
import { notices } from '../../app/notices.ts';
import { t } from '../../phrase/index.ts';

/** Shows a first password, the only time that it is told. Null: it was told before. */
export const tellFirstPassword = (name: string, password: string | null): void => {
  notices().modal.success({
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
