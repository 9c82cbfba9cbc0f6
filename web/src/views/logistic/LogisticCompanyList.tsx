import { logisticsCompanies } from '@tradehouse/contract';
import { recordPage } from '../../list/recordPage.tsx';
import { CarrierForm } from './carrierForm.tsx';

/** Carriers. */
export default recordPage(logisticsCompanies, {
  form: CarrierForm,
  facts: ['code', 'contacts', 'phone', 'enabled'],
});
