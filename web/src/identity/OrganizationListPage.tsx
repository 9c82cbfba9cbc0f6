import { institutions } from '@tradehouse/contract';
import { institutionSource } from '../control/InstitutionSelect.tsx';
import { masterForm } from '../record/masterForm.ts';
import { treePage } from '../list/treePage.tsx';
import { t } from '../phrase/index.ts';

export default treePage({
  source: institutionSource,
  removeBatch: institutions.removeBatch,
  addLabel: t('tree.addInstitution'),
  hint: t('institution.hint'),
  form: masterForm(institutions, {
    initial: { institutionType: 'department' },
    own: { parentId: { exceptSelf: true } },
  }),
});
