import { getNotices } from '../app/notices.ts';
import { t } from '../phrase/index.ts';

/** Shows a first or reset password, once only. */
export const tellPassword = (name: string, password: string): void => {
  getNotices().modal.success({
    title: t('user.passwordIs', { name, password }),
    content: t('user.passwordOnce'),
  });
};
