import { units } from '@tradehouse/contract';
import { listPage } from '../../list/listPage.tsx';
import { UnitForm } from '../../record/unitForm.ts';

export default listPage({
  table: units.table,
  resource: units,
  form: UnitForm,
  facts: ['baseUnit', 'subUnit', 'enabled'],
});
