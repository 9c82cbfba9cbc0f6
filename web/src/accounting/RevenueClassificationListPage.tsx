import { revenueClasses } from '@tradehouse/contract';
import { revenueClassSource } from '../control/RevenueClassSelect.tsx';
import { treePage } from '../list/treePage.tsx';
import { t } from '../phrase/index.ts';
import { masterForm } from '../record/masterForm.ts';

export default treePage({
  source: revenueClassSource,
  removeBatch: revenueClasses.removeBatch,
  addLabel: t('tree.addRevenueClass'),
  hint: t('revenueClass.hint'),
  form: masterForm(revenueClasses, {
    own: {
      parentId: { exceptSelf: true },
      type: {
        hint: t('revenueClass.typeHint'),
        disabled: ({ parentId }) => typeof parentId === 'string',
      },
    },
  }),
});
