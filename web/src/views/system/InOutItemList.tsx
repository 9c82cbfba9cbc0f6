import { inOutItems } from '@tradehouse/contract';
import { listPage } from '../../list/listPage.tsx';
import { masterForm } from '../../record/masterForm.ts';
import { t } from '../../phrase/index.ts';

export default listPage({
  table: inOutItems.table,
  resource: inOutItems,
  form: masterForm(inOutItems, { title: t('record.inOutItem'), initial: { type: 'income' } }),
  facts: ['type', 'enabled', 'remark'],
});
