import { people, personTypes } from '@tradehouse/contract';
import { listPage } from '../../page/listPage.tsx';
import { recordForm } from '../../page/recordForm.tsx';
import { t } from '../../phrase/index.ts';

export default listPage({
  table: people.table,
  resource: people,
  form: recordForm({
    // The name is free as long as nobody of the same type has it, which the save decides.
    resource: { infoCall: people.infoCall, add: people.add, update: people.update },
    table: people.table,
    title: t('record.person'),
    initial: { type: 'salesperson' },
    fields: [
      { name: 'name' },
      { name: 'type', control: 'choice', choices: personTypes },
      { name: 'sort', control: 'integer' },
    ],
  }),
  facts: ['type', 'enabled', 'sort'],
});
