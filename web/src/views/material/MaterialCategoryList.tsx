import { categories } from '@tradehouse/contract';
import { categorySource } from '../../control/CategorySelect.tsx';
import { CategoryForm } from '../../record/masterForms.ts';
import { treePage } from '../../list/treePage.tsx';
import { t } from '../../phrase/index.ts';

export default treePage({
  source: categorySource,
  removeBatch: categories.removeBatch,
  addLabel: t('tree.addCategory'),
  form: CategoryForm,
});
