import { services } from '@tradehouse/contract';
import { listPage } from '../../list/listPage.tsx';
import { masterForm } from '../../record/masterForm.ts';
import { t } from '../../phrase/index.ts';

const atMostCents = (value: unknown): string | null =>
  /^\d{1,12}(\.\d{1,2})?$/.test(String(value)) ? null : t('service.feeShape');

export default listPage({
  table: services.table,
  resource: services,
  form: masterForm(services, {
    title: t('record.service'),
    width: 600,
    initial: { chargeMode: 'order' },
    own: { fee: { check: atMostCents } },
  }),
  facts: ['fee', 'chargeMode', 'enabled'],
});
