import { notices } from '../../app/notices.ts';
import { t } from '../../phrase/index.ts';

/** Shows a first or reset password, the only time it is shown. */
export const tellPassword = (name: string, password: string): void => {
  notices().modal.success({
    title: t('user.passwordIs', { name, password }),
    content: t('user.passwordOnce'),
  });
};
