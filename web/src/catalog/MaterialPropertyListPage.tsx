import { EditOutlined } from '@ant-design/icons';
import { propertyInfo, propertyTable, updateProperty } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { readAliases } from '../app/settings/propertyAliases.ts';
import { listPage } from '../list/listPage.tsx';
import type { RowDialogProps } from '../record/listTypes.ts';
import { recordForm } from '../record/recordForm.tsx';
import { t } from '../phrase/index.ts';

type ProductPropertyRow = RowOf<typeof propertyTable>;

const Alias = recordForm({
  // Properties always exist: they can only be named.
  resource: { infoCall: propertyInfo, add: updateProperty, update: updateProperty },
  table: propertyTable,
  title: t('record.property'),
  width: 600,
  fields: [{ name: 'alias' }],
});

const AliasDialog = ({ row: { id }, onClose }: RowDialogProps<ProductPropertyRow>) => (
  <Alias
    id={id}
    onClose={(saved) => {
      if (saved) void readAliases();
      onClose(saved);
    }}
  />
);

export default listPage({
  table: propertyTable,
  rowActions: [
    {
      key: 'edit',
      label: t('act.edit'),
      icon: <EditOutlined aria-hidden />,
      button: '1',
      dialog: AliasDialog,
    },
  ],
  facts: ['alias'],
});
