import { Typography } from 'antd';
import { notices } from '../../app/notices.ts';
import { t } from '../../phrase/index.ts';

/** Shows a secret and what is known with it, the only time it is shown. */
export const tellSecret = (title: string, texts: readonly string[]): void => {
  notices().modal.success({
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
