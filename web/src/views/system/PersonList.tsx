import { people } from '@tradehouse/contract';
import { listPage } from '../../page/listPage.tsx';
import { personForm } from '../../page/masterForms.ts';

export default listPage({
  table: people.table,
  resource: people,
  form: personForm(),
  facts: ['type', 'enabled', 'sort'],
});
