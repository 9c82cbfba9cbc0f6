import { defaultWarehouse, warehouses } from '@tradehouse/contract';
import { grantedUsersAction } from '../../page/GrantedUsers.tsx';
import { listPage } from '../../page/listPage.tsx';
import { WarehouseForm } from '../../page/masterForms.ts';
import { defaultAction } from '../../page/resourceActions.tsx';

export default listPage({
  table: warehouses.table,
  resource: warehouses,
  form: WarehouseForm,
  facts: ['type', 'principalName', 'enabled'],
  rowActions: [grantedUsersAction('UserDepot'), defaultAction(defaultWarehouse)],
});
