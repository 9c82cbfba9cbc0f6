import { accounts, defaultAccount } from '@tradehouse/contract';
import { listPage } from '../../page/listPage.tsx';
import { AccountForm } from '../../page/masterForms.ts';
import { defaultAction } from '../../page/resourceActions.tsx';

export default listPage({
  table: accounts.table,
  resource: accounts,
  form: AccountForm,
  facts: ['number', 'balance', 'enabled'],
  rowActions: [defaultAction(defaultAccount)],
});
