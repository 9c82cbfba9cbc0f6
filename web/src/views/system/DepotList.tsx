import { defaultWarehouse, warehouses } from '@tradehouse/contract';
import { grantedUsersAction } from '../../record/GrantedUsers.tsx';
import { listPage } from '../../list/listPage.tsx';
import { WarehouseForm } from '../../record/masterForms.ts';
import { defaultAction } from '../../list/resourceActions.tsx';

export default listPage({
  table: warehouses.table,
  resource: warehouses,
  form: WarehouseForm,
  facts: ['type', 'principalName', 'enabled'],
  rowActions: [grantedUsersAction('UserDepot'), defaultAction(defaultWarehouse)],
});
