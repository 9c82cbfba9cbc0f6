import { accounts, defaultAccount } from '@tradehouse/contract';
import { recordPage } from '../../list/recordPage.tsx';
import { AccountForm } from '../../record/masterForms.ts';
import { defaultAction } from '../../list/resourceActions.tsx';

export default recordPage(accounts, {
  form: AccountForm,
  facts: ['number', 'balance', 'enabled'],
  rowActions: [defaultAction(defaultAccount)],
});
