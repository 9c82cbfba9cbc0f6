import { Typography } from 'antd';
import { getNotices } from '../app/notices.ts';
import { t } from '../phrase/index.ts';

/** Shows a secret and related values, once only. */
export const tellSecret = (title: string, texts: readonly string[]): void => {
  getNotices().modal.success({
    title,
    content: (
      <>
        {texts.map((text) => (
          <Typography.Paragraph key={text} code copyable>
            {text}
          </Typography.Paragraph>
        ))}
        {t('application.secretOnce')}
      </>
    ),
  });
};
