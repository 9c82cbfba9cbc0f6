import { chargeModes, services } from '@tradehouse/contract';
import { listPage } from '../../list/listPage.tsx';
import { recordForm } from '../../record/recordForm.tsx';
import { t } from '../../phrase/index.ts';

const atMostCents = (value: unknown): string | null =>
  /^\d{1,12}(\.\d{1,2})?$/.test(String(value)) ? null : t('service.feeShape');

export default listPage({
  table: services.table,
  resource: services,
  form: recordForm({
    resource: services,
    table: services.table,
    title: t('record.service'),
    width: 600,
    initial: { chargeMode: 'order' },
    fields: [
      { name: 'name', unique: true },
      { name: 'fee', control: 'decimal', check: atMostCents },
      { name: 'chargeMode', control: 'choice', choices: chargeModes },
      { name: 'itemId', control: 'item' },
      { name: 'sort', control: 'integer' },
      { name: 'remark', control: 'area' },
    ],
  }),
  facts: ['fee', 'chargeMode', 'enabled'],
});
