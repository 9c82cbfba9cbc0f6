import { t } from '../phrase/index.ts';

/** Names the button of further tabs; the library's name is English. */
export const tabsLocale = () => ({ dropdownAriaLabel: t('product.more') });
