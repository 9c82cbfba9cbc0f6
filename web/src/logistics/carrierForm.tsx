import { logisticsCompanies } from '@tradehouse/contract';
import { Form } from 'antd';
import { useSettings } from '../app/settings/settings.ts';
import { labelOfColumn } from '../record/labels.ts';
import { masterForm } from '../record/masterForm.ts';
import { t } from '../phrase/index.ts';
import { CarrierApi } from './carrierApi.tsx';
import { Tariff, tariffComplete, tariffParts } from './carrierTariff.tsx';

const labelOfCarrier = (name: string): string => labelOfColumn(logisticsCompanies.table, name);

/** Edits the tariff, for users with access to freight. */
function TariffField() {
  const { hiddenAmounts } = useSettings();
  if (hiddenAmounts.includes('sale')) return null;
  return (
    <Form.Item
      name="tariff"
      label={labelOfCarrier('tariff')}
      rules={[tariffComplete]}
      validateTrigger={[]}
    >
      <Tariff />
    </Form.Item>
  );
}

/** Form of a carrier: identity, API access and tariff. */
export const CarrierForm = masterForm(logisticsCompanies, {
  columns: 2,
  asks: [
    'name',
    'code',
    'contacts',
    'phone',
    'address',
    'orderPrefix',
    'trackingUrl',
    'partnerId',
    'sort',
    'remark',
    'adapter',
    'clientUrl',
    'clientId',
    'accountNumber',
  ],
  own: {
    trackingUrl: {
      wide: true,
      hint: t('carrier.trackingHint', { example: 'https://example.com/?no={no}' }),
    },
    orderPrefix: { hint: t('carrier.prefixHint') },
  },
  initial: { tariff: [], adapter: 'gateway' },
  besides: [
    { name: 'clientSecret', label: labelOfCarrier('clientSecret') },
    {
      name: 'tariff',
      label: labelOfCarrier('tariff'),
      row: { called: 'service', parts: tariffParts },
    },
  ],
  foot: (info) => (
    <>
      <CarrierApi
        id={typeof info?.['id'] === 'string' ? info['id'] : null}
        hasSecret={info?.['hasSecret'] === true}
      />
      <TariffField />
    </>
  ),
});
