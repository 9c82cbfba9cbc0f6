import { CloseCircleFilled } from '@ant-design/icons';
import { t } from '../phrase/index.ts';

/** `allowClear` of a select whose button is named in the interface language: the library's is English. */
export const namedClear = () => ({ clearIcon: <CloseCircleFilled />, label: t('select.clear') });
