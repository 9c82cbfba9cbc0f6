import { defaultWarehouse, warehouses, warehouseTypes } from '@tradehouse/contract';
import { grantedUsersAction } from '../../page/GrantedUsers.tsx';
import { listPage } from '../../page/listPage.tsx';
import { recordForm } from '../../page/recordForm.tsx';
import { defaultAction } from '../../page/resourceActions.tsx';
import { t } from '../../phrase/index.ts';

export default listPage({
  table: warehouses.table,
  resource: warehouses,
  form: recordForm({
    resource: warehouses,
    table: warehouses.table,
    title: t('record.warehouse'),
    columns: 2,
    initial: { type: 'own' },
    fields: [
      { name: 'name', unique: true },
      { name: 'type', control: 'choice', choices: warehouseTypes },
      { name: 'address', wide: true },
      { name: 'storageFee', control: 'decimal', hint: t('warehouse.storageHint') },
      { name: 'transportFee', control: 'decimal' },
      { name: 'principalId', control: 'user' },
      { name: 'sort', control: 'integer' },
      { name: 'remark', control: 'area', wide: true },
    ],
  }),
  facts: ['type', 'principalName', 'enabled'],
  rowActions: [grantedUsersAction('UserDepot'), defaultAction(defaultWarehouse)],
});
