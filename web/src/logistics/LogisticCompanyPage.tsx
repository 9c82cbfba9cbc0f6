import { ApiOutlined } from '@ant-design/icons';
import { logisticsCompanies } from '@tradehouse/contract';
import { Button } from 'antd';
import { PaneModal } from '../control/PaneModal.tsx';
import { CarrierCalls } from '../document/carrier/CarrierCalls.tsx';
import { recordPage } from '../list/recordPage.tsx';
import { t } from '../phrase/index.ts';
import { CarrierForm } from './carrierForm.tsx';

/** Lists carriers, with the calls of their APIs. */
export default recordPage(logisticsCompanies, {
  form: CarrierForm,
  hint: t('emptyList.carriers'),
  facts: ['code', 'contacts', 'phone', 'enabled'],
  rowActions: [
    {
      key: 'calls',
      label: t('carrier.calls'),
      icon: <ApiOutlined aria-hidden />,
      shown: ({ configured }) => configured === true,
      dialog: ({ row, onClose }) => (
        <PaneModal
          title={`${t('carrier.calls')} · ${row.name ?? ''}`}
          width={1100}
          onCancel={() => onClose(false)}
          footer={<Button onClick={() => onClose(false)}>{t('act.close')}</Button>}
        >
          <CarrierCalls fixed={{ companyId: row.id ?? '' }} />
        </PaneModal>
      ),
    },
  ],
});
