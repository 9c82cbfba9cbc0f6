import { institutions } from '@tradehouse/contract';
import { institutionSource } from '../../control/InstitutionSelect.tsx';
import { recordForm } from '../../record/recordForm.tsx';
import { treePage } from '../../list/treePage.tsx';
import { t } from '../../phrase/index.ts';

export default treePage({
  source: institutionSource,
  removeBatch: institutions.removeBatch,
  addLabel: t('tree.addInstitution'),
  hint: t('institution.hint'),
  form: recordForm({
    resource: institutions,
    table: institutions.table,
    title: t('record.institution'),
    fields: [
      { name: 'name', unique: true },
      { name: 'number' },
      { name: 'parentId', control: 'institution', exceptSelf: true },
      { name: 'sort', control: 'integer' },
      { name: 'remark', control: 'area' },
    ],
  }),
});
