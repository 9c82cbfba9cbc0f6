import { StarOutlined } from '@ant-design/icons';
import { accounts, defaultAccount } from '@tradehouse/contract';
import { call } from '../../app/client.ts';
import { listPage } from '../../page/listPage.tsx';
import { recordForm } from '../../page/recordForm.tsx';
import { t } from '../../phrase/index.ts';

export default listPage({
  table: accounts.table,
  resource: accounts,
  form: recordForm({
    resource: accounts,
    table: accounts.table,
    title: t('record.account'),
    columns: 2,
    fields: [
      { name: 'name', unique: true },
      { name: 'number' },
      { name: 'openingAmount', control: 'decimal' },
      { name: 'sort', control: 'integer' },
      { name: 'remark', control: 'area', wide: true },
    ],
  }),
  facts: ['number', 'balance', 'enabled'],
  rowActions: [
    {
      key: 'default',
      label: t('act.setDefault'),
      icon: <StarOutlined aria-hidden />,
      button: '1',
      shown: ({ isDefault }) => isDefault !== true,
      confirm: ({ name }) => t('record.defaultAsk', { name: name ?? '' }),
      run: async ({ id }) => {
        await call(defaultAccount, { id: id ?? '' });
        return true;
      },
    },
  ],
});
