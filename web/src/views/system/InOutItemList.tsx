import { inOutItems } from '@tradehouse/contract';
import { recordPage } from '../../list/recordPage.tsx';
import { t } from '../../phrase/index.ts';
import { masterForm } from '../../record/masterForm.ts';

export default recordPage(inOutItems, {
  form: masterForm(inOutItems, { own: { classId: { hint: t('revenueClass.leafHint') } } }),
});
