import { services } from '@tradehouse/contract';
import { recordPage } from '../list/recordPage.tsx';
import { masterForm } from '../record/masterForm.ts';
import { t } from '../phrase/index.ts';

const atMostCents = (value: unknown): string | null =>
  /^\d{1,12}(\.\d{1,2})?$/.test(String(value)) ? null : t('service.feeShape');

export default recordPage(services, {
  form: masterForm(services, {
    width: 600,
    own: { fee: { check: atMostCents } },
  }),
  facts: ['fee', 'chargeMode', 'enabled'],
});
