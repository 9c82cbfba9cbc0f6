import { buttonCodes, functions } from '@tradehouse/contract';
import { callEndpoint } from '../app/net/client.ts';
import { listPage } from '../list/listPage.tsx';
import { recordForm } from '../record/recordForm.tsx';
import { t } from '../phrase/index.ts';

export default listPage({
  table: functions.table,
  resource: functions,
  nameColumn: 'nameZh',
  facts: ['number', 'url', 'enabled'],
  form: recordForm({
    resource: functions,
    table: functions.table,
    title: t('record.function'),
    fields: [
      {
        name: 'number',
        unique: async (number, id) =>
          (
            await callEndpoint(
              functions.numberExists,
              { number, ...(id === null ? {} : { id }) },
              { quiet: true },
            )
          ).status,
      },
      { name: 'nameZh', unique: true },
      { name: 'nameEn', unique: true },
      { name: 'parentNumber', control: 'function', exceptSelf: true },
      { name: 'url' },
      { name: 'component', hint: t('function.componentHint') },
      { name: 'sort', hint: t('function.sortHint') },
      { name: 'buttons', control: 'choices', choices: buttonCodes },
      { name: 'icon' },
      { name: 'enabled', control: 'flag' },
    ],
    initial: { parentNumber: '0', enabled: true, buttons: ['1'] },
  }),
});
