import { accounts, defaultAccount } from '@tradehouse/contract';
import { listPage } from '../../list/listPage.tsx';
import { AccountForm } from '../../record/masterForms.ts';
import { defaultAction } from '../../list/resourceActions.tsx';

export default listPage({
  table: accounts.table,
  resource: accounts,
  form: AccountForm,
  facts: ['number', 'balance', 'enabled'],
  rowActions: [defaultAction(defaultAccount)],
});
