import { defaultWarehouse, warehouses } from '@tradehouse/contract';
import { grantedUsersAction } from '../../record/GrantedUsers.tsx';
import { recordPage } from '../../list/recordPage.tsx';
import { WarehouseForm } from '../../record/masterForms.ts';
import { defaultAction } from '../../list/resourceActions.tsx';

export default recordPage(warehouses, {
  form: WarehouseForm,
  facts: ['type', 'principalName', 'enabled'],
  rowActions: [grantedUsersAction('UserDepot'), defaultAction(defaultWarehouse)],
});
