import { logisticsCompanies } from '@tradehouse/contract';
import { recordPage } from '../../list/recordPage.tsx';
import { t } from '../../phrase/index.ts';
import { CarrierForm } from '../../logistics/carrierForm.tsx';

/** Carriers. */
export default recordPage(logisticsCompanies, {
  form: CarrierForm,
  hint: t('emptyList.carriers'),
  facts: ['code', 'contacts', 'phone', 'enabled'],
});
