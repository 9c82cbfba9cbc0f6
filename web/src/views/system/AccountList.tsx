import { accounts, defaultAccount } from '@tradehouse/contract';
import { listPage } from '../../page/listPage.tsx';
import { recordForm } from '../../page/recordForm.tsx';
import { defaultAction } from '../../page/resourceActions.tsx';
import { t } from '../../phrase/index.ts';

export default listPage({
  table: accounts.table,
  resource: accounts,
  form: recordForm({
    resource: accounts,
    table: accounts.table,
    title: t('record.account'),
    columns: 2,
    fields: [
      { name: 'name', unique: true },
      { name: 'number' },
      { name: 'openingAmount', control: 'decimal' },
      { name: 'sort', control: 'integer' },
      { name: 'remark', control: 'area', wide: true },
    ],
  }),
  facts: ['number', 'balance', 'enabled'],
  rowActions: [defaultAction(defaultAccount)],
});
