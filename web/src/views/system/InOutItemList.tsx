import { inOutItems, inOutItemTypes } from '@tradehouse/contract';
import { listPage } from '../../list/listPage.tsx';
import { recordForm } from '../../record/recordForm.tsx';
import { t } from '../../phrase/index.ts';

export default listPage({
  table: inOutItems.table,
  resource: inOutItems,
  form: recordForm({
    resource: inOutItems,
    table: inOutItems.table,
    title: t('record.inOutItem'),
    initial: { type: 'income' },
    fields: [
      { name: 'name', unique: true },
      { name: 'type', control: 'choice', choices: inOutItemTypes },
      { name: 'sort', control: 'integer' },
      { name: 'remark', control: 'area' },
    ],
  }),
  facts: ['type', 'enabled', 'remark'],
});
