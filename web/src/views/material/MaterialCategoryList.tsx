import { categories } from '@tradehouse/contract';
import { categorySource } from '../../control/CategorySelect.tsx';
import { recordForm } from '../../page/recordForm.tsx';
import { treePage } from '../../page/treePage.tsx';
import { t } from '../../phrase/index.ts';

export default treePage({
  source: categorySource,
  removeBatch: categories.removeBatch,
  addLabel: t('tree.addCategory'),
  form: recordForm({
    resource: { infoCall: categories.infoCall, add: categories.add, update: categories.update },
    table: categories.table,
    title: t('record.category'),
    fields: [
      { name: 'name' },
      { name: 'number' },
      { name: 'parentId', control: 'category', exceptSelf: true },
      { name: 'sort', control: 'integer' },
      { name: 'remark', control: 'area' },
    ],
  }),
});
