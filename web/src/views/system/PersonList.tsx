import { people } from '@tradehouse/contract';
import { listPage } from '../../list/listPage.tsx';
import { personForm } from '../../record/masterForms.ts';

export default listPage({
  table: people.table,
  resource: people,
  form: personForm(),
  facts: ['type', 'enabled', 'sort'],
});
