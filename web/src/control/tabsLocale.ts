import { t } from '../phrase/index.ts';

/** Names the button of the tabs that don't fit; the library would name it in English. */
export const tabsLocale = () => ({ dropdownAriaLabel: t('product.more') });
