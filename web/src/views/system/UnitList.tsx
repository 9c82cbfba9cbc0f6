import { units } from '@tradehouse/contract';
import { listPage } from '../../page/listPage.tsx';
import { UnitForm } from '../../page/unitForm.ts';

export default listPage({
  table: units.table,
  resource: units,
  form: UnitForm,
  facts: ['baseUnit', 'subUnit', 'enabled'],
});
